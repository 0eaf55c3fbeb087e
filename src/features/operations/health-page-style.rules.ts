/** How the page looks. Everything is here: it loads nothing from elsewhere. */
export const STYLE = `
:root {
  color-scheme: light dark; --ground: #f3f6f1; --card: #fff; --line: #dfe7db; --ink: #1f2d24; --soft: #566459;
  --green: #2d6a4f; --on-green: #fff; --ok: #2a6b45; --ok-ground: #e4f2e6; --warn: #855000; --warn-ground: #fdf0d5;
  --bad: #a3271e; --bad-ground: #fde7e3; --off: #566459; --off-ground: #eaeeea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101713; --card: #1a241e; --line: #2f3e35; --ink: #e6ede7; --soft: #a6b5aa; --green: #8fd0a6; --on-green: #10241a;
    --ok: #95d8ac; --ok-ground: #1d3527; --warn: #f2c46d; --warn-ground: #3b2d10; --bad: #ff9f92; --bad-ground: #45201b;
    --off: #a6b5aa; --off-ground: #26312b;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; padding: 1.5rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
header, main { max-width: 62rem; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .75rem; min-height: 2.75rem; }
.name { margin: 0; font-weight: 700; color: var(--green); }
.actions { display: flex; gap: .5rem; }
h1 { margin: .25rem 0 1.25rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 0 0 .75rem; font-size: 1.15rem; line-height: 1.3; }
p { margin: 0 0 .75rem; }
.card, .banner, .note { margin: 0 0 1.25rem; padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-radius: 14px; background: var(--card); }
.narrow { max-width: 28rem; }
.note { border-left: 5px solid var(--warn); }
.banner { border-width: 2px; }
.banner h2 { display: flex; align-items: center; gap: .6rem; margin: 0; font-size: 1.5rem; }
.banner ul { margin: .6rem 0 0; padding-left: 1.25rem; }
.banner ul:empty { display: none; }
.banner p { margin: .6rem 0 0; color: var(--soft); font-size: .9rem; }
.banner.ok { border-color: var(--ok); background: var(--ok-ground); } .banner.ok h2 { color: var(--ok); }
.banner.warn { border-color: var(--warn); background: var(--warn-ground); } .banner.warn h2 { color: var(--warn); }
.banner.bad { border-color: var(--bad); background: var(--bad-ground); } .banner.bad h2 { color: var(--bad); }
.banner p { color: var(--ink); }
.stale .card { opacity: .55; }
.badge {
  display: inline-block; padding: .1rem .6rem; border-radius: 99px; font-size: .85rem; font-weight: 600; white-space: nowrap;
}
.badge.ok { color: var(--ok); background: var(--ok-ground); } .badge.warn { color: var(--warn); background: var(--warn-ground); }
.badge.bad { color: var(--bad); background: var(--bad-ground); } .badge.off { color: var(--off); background: var(--off-ground); }
.detail { display: block; margin-top: .2rem; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem 1.5rem; margin: 0; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; }
dd.figure { font-size: 1.4rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.wide { grid-column: 1 / -1; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
caption { padding: 0 0 .5rem; color: var(--soft); font-size: .875rem; text-align: left; }
th, td { padding: .65rem 1rem .65rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { border-top: 0; color: var(--soft); font-weight: 500; font-size: .875rem; }
tbody th { width: 34%; font-weight: 600; overflow-wrap: anywhere; }
tbody th .detail { font-weight: 400; }
time { white-space: nowrap; }
code { font: .9em ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
details { margin-top: .5rem; } summary { cursor: pointer; color: var(--green); }
details ul { columns: 16rem; margin: .5rem 0 0; padding-left: 1.25rem; font-size: .875rem; }
form { display: grid; gap: .4rem; }
label { margin-top: .4rem; font-weight: 600; }
.help { margin: .2rem 0; color: var(--soft); font-size: .875rem; }
input, textarea {
  width: 100%; padding: .65rem .8rem; border: 1px solid var(--soft); border-radius: 10px; background: var(--ground); color: var(--ink); font: inherit;
}
textarea { resize: vertical; font: .875rem ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
button {
  padding: .7rem 1.4rem; border: 1px solid transparent; border-radius: 10px; background: var(--green); color: var(--on-green);
  font: inherit; font-weight: 600; cursor: pointer;
}
form button { margin-top: .9rem; }
button:disabled { opacity: .6; cursor: wait; }
button.quiet { padding: .45rem 1rem; border-color: var(--line); background: var(--card); color: var(--ink); }
button:focus-visible, input:focus-visible, textarea:focus-visible, summary:focus-visible { outline: 3px solid var(--green); outline-offset: 2px; }
@media (max-width: 42rem) {
  body { padding: 1rem .9rem 3rem; }
  h1 { font-size: 1.6rem; }
  .card, .banner, .note { padding: 1rem 1.1rem; }
  button.quiet { padding: .6rem 1rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td, caption { display: block; width: 100%; }
  tbody th { width: 100%; padding: 0; border: 0; }
  tbody tr { padding: .8rem 0; border-top: 1px solid var(--line); }
  td { display: grid; grid-template-columns: 6.5rem 1fr; gap: .5rem; padding: .35rem 0 0; border: 0; }
  td::before { content: attr(data-label); color: var(--soft); font-size: .875rem; }
}
`;
