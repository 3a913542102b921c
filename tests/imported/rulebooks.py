"""Small rulebooks in words of ours, as people have them."""

RULEBOOK = """# Our trail rules

Some words before we start.

## Paying for hands {#fees}

When your herder passes a green hand, you pay its owner. See [hiring](#hire-a-worker) and [nothing](#nowhere).

| players | green |
|---|---|
| 2 | 2 dollars |
| 4 | 1 dollar |

## Workers

### Hire a worker

Take a worker from the job market and pay the cost of its row:
* cowboys go to the top row
  * engineers below
* builders last

Then:
```
# no heading
```

![A full row](row.png)

Credits
-------

Thanks to Erika and Tom for printing this.
"""

AID = """Getting ready

  • Shuffle the market cattle cards
  • Fill the job market:
    • 2P: two columns stay empty

  • Move your herder up to your step limit
  • Pay for hands: $2 * each

At the end of the game everybody counts points.
  1. money
  2. stations
"""

YAML_AID = """name: Our aid
text_type: markdown
credits: Two of us
enabled: false
mood: good
sections:
  - name: Moving
    id: moving
    text: |
      Move the herder along the trail, [red]!red! included.
      See [the end](#end).
    sections:
      - name: The end
        id: end
        text: The job market token leaves the board.
  - name: Empty
"""

KOREAN = """# 우리 규칙

## 일꾼 고용하기

인력 시장에서 일꾼 1개를 고르고 그 줄의 비용을 냅니다.
"""

HOSTILE = """# <script>steal()</script>Evil

## Click <b onclick="x()">here</b>

<script>
steal()
</script>
<!-- hidden
comment --> Take a [worker](javascript:steal()) or ![cow](data:text/html,x "onload=steal()").
<img src=x onerror=steal()><https://example.org/a>&lt;script&gt;
Row<br>two <style>body {}</style> [quoted](https://example.org/"onclick=x)

{: onclick=steal() }

> # big
> <iframe src="//example.org">
"""
