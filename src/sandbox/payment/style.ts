/** How the pages look. Everything is here: they load nothing from elsewhere. */
export const STYLE = `
:root {
  --ink: #22302a; --soft: #5d6d64; --line: #dfe6dd; --paper: #fbfcf9; --card: #ffffff;
  --green: #2f7d4f; --green-dark: #24643f; --red: #b3372f; --red-soft: #fdeeec; --sun: #f2c14e;
  color-scheme: light;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8efe9; --soft: #a3b3a9; --line: #33423a; --paper: #141b17; --card: #1c2620;
    --green: #59b57f; --green-dark: #74c795; --red: #f08b82; --red-soft: #3a211f; --sun: #c99a2e;
    color-scheme: dark;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 5vh 1.25rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  max-width: 29rem; margin: 0 auto; background: var(--card); border: 1px solid var(--line); border-radius: 16px;
  padding: 2rem; box-shadow: 0 12px 40px rgb(20 40 28 / 8%);
}
main.wide { max-width: 46rem; }
header { display: flex; align-items: center; gap: .6rem; margin-bottom: 1.5rem; color: var(--soft); }
header svg { width: 1.6rem; height: 1.6rem; flex: none; }
header .badge {
  margin-left: auto; background: var(--sun); color: #3b2c04; border-radius: 99px; padding: .1rem .7rem;
  font-size: .78rem; font-weight: 600;
}
h1 { font: 500 1.55rem/1.25 Georgia, "Times New Roman", serif; margin: 0 0 .4rem; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
p { margin: 0 0 1rem; color: var(--soft); }
.price { display: flex; align-items: baseline; gap: .4rem; margin: 1.2rem 0; }
.price strong { font-size: 2.4rem; line-height: 1; letter-spacing: -.02em; color: var(--ink); }
.price span { color: var(--soft); }
dl { margin: 0 0 1.6rem; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
code { font: .85em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
form { margin: 0 0 .7rem; }
button, a.button {
  display: block; width: 100%; padding: .8rem 1rem; border-radius: 10px; border: 1px solid transparent; cursor: pointer;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none;
}
button.main, a.main { background: var(--green); color: var(--card); }
button.main:hover, a.main:hover { background: var(--green-dark); }
button.quiet, a.quiet { background: transparent; border-color: var(--line); color: var(--ink); }
button.quiet:hover, a.quiet:hover { border-color: var(--soft); }
button.danger { background: transparent; border-color: var(--red); color: var(--red); }
button.danger:hover { background: var(--red-soft); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--sun); outline-offset: 2px; }
.notice { border-radius: 10px; padding: .7rem 1rem; margin-bottom: 1.2rem; background: var(--red-soft); color: var(--red); }
.status { border-radius: 99px; padding: .1rem .7rem; font-size: .85rem; border: 1px solid var(--line); }
.status.good { border-color: var(--green); color: var(--green); }
.small { font-size: .85rem; margin: 1.2rem 0 0; }
.small a { color: inherit; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th { text-align: left; font-weight: 500; color: var(--soft); }
th, td { padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
pre { margin: 0; padding: 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; font-size: .85rem; }
`;
