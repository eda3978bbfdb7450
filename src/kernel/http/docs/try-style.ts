/** How it looks where an operation is tried. */
export const tryStyle = `
.try fieldset{border:1px solid var(--line);border-radius:10px;background:var(--surface);margin:0 0 1rem;padding:.6rem .9rem .9rem;min-width:0}
.try legend{font-weight:600;color:var(--soft);padding:0 .3rem}
.try .fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(18rem,100%),1fr));gap:.8rem 1.2rem}
.try label{display:block;margin-bottom:.2rem;overflow-wrap:anywhere}
.try input,.try select,.try textarea{width:100%}
.try select{appearance:auto}
.try textarea,.try input{font-family:'JetBrains Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.85rem}
.try ::placeholder{color:var(--soft);opacity:1}
.try small{display:block;color:var(--soft);margin-top:.15rem;overflow-wrap:anywhere}
.try button:disabled{background:var(--line);color:var(--soft);cursor:not-allowed}
.try button.quiet{background:var(--surface);color:var(--ink);border:1px solid var(--edge)}
.copied{position:relative}
.copied pre{padding-right:5.5rem}
.copied button{position:absolute;top:.5rem;right:.5rem}
.answer pre{max-height:32rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.answer summary{cursor:pointer;color:var(--soft)}
.good{color:var(--accent);font-weight:600}.bad{color:var(--bad);font-weight:600}
dialog{max-width:32rem;background:var(--surface);color:var(--ink);border:1px solid var(--edge);border-radius:10px;padding:1rem 1.4rem}
dialog::backdrop{background:rgb(0 0 0/.5)}
dialog .choices{display:flex;justify-content:end;gap:.6rem}
@media (max-width:44rem){.copied pre{padding-right:1rem}.copied button{position:static}}
[hidden]{display:none!important}
`
