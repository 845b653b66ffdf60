/** The style sheet of the page, with a dark and a light scheme. */
export const style: string = `
:root {
  color-scheme: light dark;
  --page: #f7f7f5; --card: #fff; --ink: #1c2126; --dim: #59636e; --line: #e0e3e7; --sunken: #f3f4f5; --link: #0a58b0;
  --error: #ad1f16; --error-soft: #fdeceb; --warning: #805200; --warning-soft: #fdf2d8; --passed: #14703f; --passed-soft: #e2f4e9;
  --key: #7a2f8a; --string: #19653d; --literal: #0a58b0; --idle: #b9c0c8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101316; --card: #171b1f; --ink: #e4e8eb; --dim: #99a3ad; --line: #2a3036; --sunken: #0f1215; --link: #7db8ff;
    --error: #ff958b; --error-soft: #3c1a18; --warning: #f0c26a; --warning-soft: #35290f; --passed: #74d69f; --passed-soft: #12321f;
    --key: #d9a3e6; --string: #8fd6a8; --literal: #86bdff; --idle: #4a535c;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
nav, header, main, footer { max-width: 1240px; margin-inline: auto; padding-inline: 24px; }
header { padding-block: 36px 8px; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .1em 0 .35em; letter-spacing: -.015em; text-wrap: balance; }
h2 { font-size: 1.25rem; margin: 2.4em 0 .5em; letter-spacing: -.01em; }
h3 { font-size: 1rem; margin: 1.8em 0 .2em; }
h4 { font-size: .8rem; margin: 0 0 .5em; color: var(--dim); font-weight: 600; }
a { color: var(--link); text-underline-offset: .15em; }
code, pre, .line, .headers { font: .86em/1.55 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.brand { color: var(--dim); margin: 0; font-weight: 600; font-size: .85rem; }
.lead, .none, .gist, .tally, small { color: var(--dim); }
.lead { margin: .2em 0 .9em; overflow-wrap: anywhere; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; user-select: none; }
.js-only { display: none !important; }
.js .js-only { display: revert !important; }
.js form.js-only { display: flex !important; }
.sign.error { color: var(--error); } .sign.warning { color: var(--warning); } .sign.passed { color: var(--passed); }
.banner { background: var(--warning-soft); color: var(--warning); padding: .6em .9em; border-radius: 8px; }

nav { position: sticky; top: 0; z-index: 2; max-width: none; background: var(--page); border-bottom: 1px solid var(--line); }
nav ul { max-width: 1192px; margin: 0 auto; padding: .6em 0; list-style: none; display: flex; gap: 1.6em; overflow-x: auto; }
nav a { color: var(--ink); text-decoration: none; font-weight: 500; white-space: nowrap; }
nav a:hover { text-decoration: underline; }
nav small { font-weight: 400; margin-left: .2em; }

.tiles { display: flex; flex-wrap: wrap; gap: 1.2em 2.6em; margin: 1.6em 0; }
.tiles dt { color: var(--dim); font-size: .8rem; }
.tiles dd { margin: 0; font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.tiles small { font-size: .85rem; font-weight: 400; }
.bar { display: flex; height: 8px; border-radius: 4px; overflow: hidden; gap: 2px; }
.bar span { min-width: 3px; } .bar .passed { background: var(--passed); } .bar .failed { background: var(--error); }
.bar .inconclusive { background: var(--warning); } .bar .skipped, .bar .unrun { background: var(--idle); }
.legend { margin: .5em 0 0; font-size: .87rem; display: flex; flex-wrap: wrap; gap: 0 1.4em; }
.legend .passed, li.passed .verdict { color: var(--passed); }
.legend .failed, li.failed .verdict { color: var(--error); }
.legend .inconclusive, li.inconclusive .verdict { color: var(--warning); }
.legend .skipped, .legend .unrun, li.skipped .verdict, li.unrun .verdict { color: var(--dim); }
.notes { margin-top: 1em; } .notes ul { padding-left: 1.2em; margin: .4em 0; }

form { flex-wrap: wrap; gap: .8em 1em; align-items: end; margin: .8em 0 1em; }
label { font-size: .8rem; color: var(--dim); display: grid; gap: .25em; }
label.grow { flex: 1 1 14em; }
input, select, button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: .4em .65em; }
select { max-width: 15em; }
input, select, button { font-size: .9rem; height: 2.4em; } input { width: 100%; }
button { cursor: pointer; } button:hover { border-color: var(--dim); }
.shown { margin: 0; display: flex; gap: .7em; align-items: center; font-size: .87rem; color: var(--dim); }

.findings { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.finding { background: var(--card); border: 1px solid var(--line); border-radius: 10px; content-visibility: auto; contain-intrinsic-height: auto 66px; }
.finding[hidden], .alike[hidden] { display: none; }
.alike > details > summary { padding: .15em 1em; color: var(--dim); font-size: .92rem; width: max-content; }
.alike .findings { margin-top: 8px; padding-left: 14px; border-left: 2px solid var(--line); }
.finding:target { border-color: var(--link); }
summary { cursor: pointer; }
.finding summary { padding: .7em 1em; display: flex; gap: .9em; align-items: baseline; list-style: none; }
.finding summary::-webkit-details-marker { display: none; }
.finding summary::after { content: "+"; color: var(--dim); margin-left: auto; font-size: 1.1rem; line-height: 1; }
.finding [open] > summary::after { content: "−"; }
.finding [open] > summary { border-bottom: 1px solid var(--line); }
.badge { font-size: .78rem; font-weight: 600; padding: .1em .6em; border-radius: 99px; min-width: 5.8em; text-align: center; flex: none; }
.badge.error { color: var(--error); background: var(--error-soft); } .badge.warning { color: var(--warning); background: var(--warning-soft); }
.headline { min-width: 0; overflow-wrap: anywhere; } .headline strong { margin-right: .5em; font-weight: 600; }
.subject { color: var(--ink); } .method { font-weight: 700; }
.gist { display: block; font-size: .92rem; }
.finding [open] > summary .gist { display: none; }
.evidence { padding: 1em; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .25em 1.2em; margin: 0 0 1.2em; }
.facts dt { color: var(--dim); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.where { color: var(--dim); white-space: nowrap; }
.exchange { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 14px; }
.exchange section { min-width: 0; }
.line { margin: 0 0 .4em; overflow-wrap: anywhere; } .status { font-weight: 700; }
.s2 { color: var(--passed); } .s4 { color: var(--warning); } .s5 { color: var(--error); }
.headers { list-style: none; margin: 0 0 .7em; padding: 0; color: var(--dim); overflow-wrap: anywhere; } .headers b { font-weight: 600; }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; padding: .7em .85em; margin: 0; overflow: auto; max-height: 32em; }
pre code { font-size: inherit; display: block; width: max-content; min-width: 100%; }
pre b { font-weight: 400; color: var(--key); } pre i { font-style: normal; color: var(--string); } pre u { text-decoration: none; color: var(--literal); }
pre em { color: var(--dim); }
mark { color: inherit; background: var(--warning-soft); border-left: 3px solid var(--warning); margin-left: -.85em; padding-left: calc(.85em - 3px); display: inline-block; min-width: calc(100% + 1.7em); }
mark small { user-select: none; margin-left: 1.5em; font-family: system-ui, sans-serif; color: var(--warning); }
mark.broken { background: var(--error-soft); border-color: var(--error); } mark.broken small { color: var(--error); }
.command { margin-top: 1.1em; position: relative; } .command pre { white-space: pre-wrap; overflow-wrap: anywhere; padding-right: 5.5em; }
.command pre code { width: auto; }
.command .copy { position: absolute; right: 6px; top: 1.95rem; padding: 0 .7em; font-size: .85rem; height: 1.8rem; }

.scroll { overflow-x: auto; contain: paint; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: .45em .8em; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--dim); font-weight: 600; font-size: .8rem; white-space: nowrap; }
tbody th { font-weight: 400; white-space: nowrap; }
.map th:first-child { position: sticky; left: 0; background: var(--card); z-index: 1; }
.map a { color: inherit; text-decoration: none; } .map a:hover { text-decoration: underline; }
.map td.count a { color: var(--error); font-weight: 600; text-decoration: underline; }
.count { text-align: center; font-variant-numeric: tabular-nums; white-space: nowrap; }
.seen { background: var(--passed-soft); color: var(--passed); }
.unseen { color: var(--dim); } .undeclared { background: var(--error-soft); color: var(--error); font-weight: 600; }
.key { padding: .05em .5em; border-radius: 4px; border: 1px solid var(--line); font-size: .85rem; margin-left: .3em; }
.cases { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-top: 6px; content-visibility: auto; contain-intrinsic-height: auto 42px; }
.cases summary { padding: .5em 1em; } .tally { font-size: .87rem; margin-left: .8em; }
.parts { padding: .4em 1em 1.1em; columns: 24em; column-gap: 2em; font-size: .87rem; }
.part { break-inside: avoid-column; margin-bottom: 1em; } .part ul { list-style: none; margin: 0; padding: 0; }
.part h4 { color: var(--ink); margin-bottom: .15em; } .part li { overflow-wrap: anywhere; padding-left: 1.4em; text-indent: -1.4em; } .part small { display: block; text-indent: 0; }
.verdict { display: inline-block; width: 1.4em; text-indent: 0; font-weight: 700; }
.over td, .over th { color: var(--error); } .soon td, .soon th { color: var(--warning); }
.lifecycle td { white-space: nowrap; }
.track { display: block; height: 4px; width: 9em; margin-top: .35em; border-radius: 2px; background: var(--line); overflow: hidden; }
.track span { display: block; height: 100%; background: var(--dim); } .over .track span { background: var(--error); } .soon .track span { background: var(--warning); }
footer { color: var(--dim); font-size: .85rem; padding-block: 3em 2em; }
@media (max-width: 760px) {
  nav, header, main, footer { padding-inline: 14px; }
  .exchange { grid-template-columns: minmax(0, 1fr); } .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .5em; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { nav, form, button { display: none !important; } pre { max-height: none; white-space: pre-wrap; } .finding, .cases { content-visibility: visible; } }
`
