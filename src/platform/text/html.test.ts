import { describe, expect, test } from 'vitest';
import { expectLinear } from '#test/growth.ts';
import { sanitizeHtml, textOfHtml } from './html.ts';

describe('sanitizeHtml', () => {
  test.each([
    ['<p>Hello <b>Ada</b>,<br>see <a href="https://meadow.test/a?b=1&amp;c=2" title="There">this</a></p>'],
    ['<table><tr><td colspan="2">1 &lt; 2</td></tr></table>'],
    ['<a href="mailto:ada@people.test">write</a>'],
  ])('leaves what a text is made of: %s', async (html) => {
    expect((await sanitizeHtml(html)).replaceAll('<br />', '<br>')).toBe(html);
  });

  test.each([
    ['a script', '<script>alert(1)</script>x', 'x'],
    ['a script in pieces', '<scr<script>ipt>alert(1)</scr</script>ipt>x', /^(?!.*<)/],
    ['a frame', '<iframe src="https://evil.test"></iframe>x', 'x'],
    ['a form', '<form action="https://evil.test"><input name="password"><button>Go</button></form>', 'Go'],
    ['a handler', '<p onclick="alert(1)" ONMOUSEOVER=alert(1)>x</p>', '<p>x</p>'],
    ['a picture', '<img src=x onerror=alert(1)>x', 'x'],
    ['a drawing', '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>', '<a>x</a>'],
    ['a style', '<style>p{position:fixed}</style><p style="position:fixed" class="a" id="b">x</p>', '<p>x</p>'],
    ['a script as an address', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['a script as an address, disguised', '<a href=" &#106;ava\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['data as an address', '<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a>x</a>'],
    ['a file as an address', '<a href="file:///etc/passwd">x</a>', '<a>x</a>'],
    ['an address without a protocol', '<a href="//evil.test">x</a>', '<a>x</a>'],
    [
      'a base, a link, a redirect',
      '<base href=x><link rel=stylesheet href=x><meta http-equiv=refresh content=0>x',
      'x',
    ],
    ['a comment', '<!--[if mso]><script>alert(1)</script><![endif]-->x', 'x'],
    ['an object', '<object data=x></object><embed src=x><applet code=x></applet>x', 'x'],
  ])('takes %s away', async (_what, html, expected) => {
    const safe = await sanitizeHtml(html);
    if (typeof expected === 'string') expect(safe).toBe(expected);
    else expect(safe).toMatch(expected);
    expect(safe).not.toMatch(/<script|<iframe|<form|onclick|onerror|javascript:|data:|file:/i);
  });

  test.each(['<div>', '<table><tr><td>', '<', '&', '<b ', '<a href="', '<!--', '</p>', '<img src=x onerror='])(
    'of %s takes time that grows as the text does',
    async (piece) => {
      await expectLinear(50_000, (size) => sanitizeHtml(piece.repeat(size / piece.length)));
    },
  );
});

describe('textOfHtml', () => {
  test.each([
    ['<p>Dear diary,</p><p>one<br>two</p>', 'Dear diary,\n\none\ntwo'],
    ['<h1>Title</h1>\n  <ul>\n <li>a</li> <li>b</li></ul>', 'Title\n\n- a\n\n- b'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;&auml;&quot;', '1 < 2 && 3 > 2 "ä"'],
    ['&lt;script&gt;', '<script>'],
    ['<script>alert(1)</script><style>p{}</style>', ''],
    ['plain', 'plain'],
    ['<tr><td>a</td>\n<td></td>  <td>b</td></tr>', 'a b'],
  ])('reads %j as %j', async (html, text) => {
    expect(await textOfHtml(html)).toBe(text);
  });

  test.each(['<td>', '<td></td>', '<br>', ' ', '<li>', '<p> '])(
    'of %s takes time that grows as the text does',
    async (piece) => {
      await expectLinear(20_000, (size) => textOfHtml(piece.repeat(size / piece.length)));
    },
  );
});
