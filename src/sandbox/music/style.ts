/** How the pages look. Everything is here: they load nothing from elsewhere. */
export const STYLE = `
:root {
  --ink: #2b2440; --soft: #6f6885; --line: #e6e1f0; --paper: #f7f4fb; --card: #ffffff;
  --plum: #6b3fa0; --plum-dark: #562f86; --red: #b3372f; --sun: #f2b84e; --disc: #241d38;
  color-scheme: light;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #efeaf8; --soft: #ada4c4; --line: #3a3152; --paper: #17122a; --card: #211a38;
    --plum: #b794ea; --plum-dark: #cbb0f2; --red: #f08b82; --sun: #d9a441; --disc: #0d0a18;
    color-scheme: dark;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 6vh 1.25rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  max-width: 28rem; margin: 0 auto; background: var(--card); border: 1px solid var(--line); border-radius: 18px;
  padding: 2rem; box-shadow: 0 14px 44px rgb(43 36 64 / 10%);
}
main.wide { max-width: 48rem; }
header { display: flex; align-items: center; gap: .7rem; margin-bottom: 1.6rem; color: var(--soft); }
header svg { width: 2.2rem; height: 2.2rem; flex: none; }
header .badge {
  margin-left: auto; background: var(--sun); color: #3b2804; border-radius: 99px; padding: .1rem .7rem;
  font-size: .78rem; font-weight: 600; white-space: nowrap;
}
h1 { font: 500 1.6rem/1.25 Georgia, "Times New Roman", serif; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
p { margin: 0 0 1rem; color: var(--soft); }
.listener {
  display: flex; align-items: center; gap: .9rem; margin: 1.3rem 0; padding: .9rem 1rem; border: 1px solid var(--line);
  border-radius: 12px;
}
.listener .face {
  display: grid; place-items: center; width: 2.6rem; height: 2.6rem; flex: none; border-radius: 50%;
  background: var(--plum); color: var(--card); font-weight: 600;
}
.listener strong { display: block; line-height: 1.3; }
.listener span { color: var(--soft); font-size: .88rem; overflow-wrap: anywhere; }
ul { margin: 0 0 1.6rem; padding: 0; list-style: none; }
li { display: flex; gap: .7rem; padding: .35rem 0; }
li svg { width: 1.25rem; height: 1.25rem; flex: none; margin-top: .15rem; color: var(--plum); }
li.no svg { color: var(--soft); }
li.no { color: var(--soft); }
form { margin: 0; display: grid; gap: .7rem; }
button {
  width: 100%; padding: .8rem 1rem; border-radius: 99px; border: 1px solid transparent; cursor: pointer; font: inherit;
  font-weight: 600;
}
button.main { background: var(--plum); color: var(--card); }
button.main:hover { background: var(--plum-dark); }
button.quiet { background: transparent; border-color: var(--line); color: var(--ink); }
button.quiet:hover { border-color: var(--soft); }
td button { width: auto; padding: .25rem .9rem; font-size: .85rem; }
td form { margin-bottom: .35rem; }
button:focus-visible { outline: 3px solid var(--sun); outline-offset: 2px; }
dl { margin: 0 0 1.6rem; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
code { font: .85em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.small { font-size: .85rem; margin: 1.3rem 0 0; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th { text-align: left; font-weight: 500; color: var(--soft); }
th, td { padding: .5rem .8rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
pre { margin: 0; padding: 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; font-size: .85rem; }
`;
