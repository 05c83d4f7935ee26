/** The styles of `components`; the page around them gives colours and tables. */
export const COMPONENT_STYLES = `
h2,
p,
code,
.pairs,
.line,
small {
  overflow-wrap: anywhere;
}
small {
  color: var(--ink-2);
  font-size: 0.8125rem;
}
.line {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
}
.line + form.line {
  margin-top: 0.5rem;
}
button,
.button,
input:not([type="checkbox"], [type="radio"]),
select,
textarea {
  font: inherit;
  color: inherit;
  background: var(--card);
  border: 1px solid var(--ink-2);
  border-radius: 5px;
  padding: 0.3rem 0.6rem;
  min-height: 2rem;
}
button,
.button {
  cursor: pointer;
  border-color: var(--rule);
  background: var(--soft);
  text-decoration: none;
  color: var(--ink);
}
button:hover:not(:disabled),
.button:hover {
  border-color: var(--ink-2);
}
button:disabled {
  cursor: default;
  color: var(--ink-2);
}
button.primary {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--on-accent);
}
button.primary:disabled {
  opacity: 0.6;
}
input[type="checkbox"],
input[type="radio"] {
  accent-color: var(--accent);
  margin: 0.2rem 0.35rem 0 0;
  flex: none;
}
.tag {
  display: inline-block;
  border: 1px solid var(--rule);
  border-radius: 4px;
  padding: 0 0.4em;
  font-size: 0.8125rem;
  white-space: nowrap;
}
.tag.good {
  color: var(--good);
}
.tag.bad {
  color: var(--bad);
}
.tag.active {
  color: var(--accent);
  border-color: currentcolor;
}
.figures {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: 0.6rem;
  margin: 0.8rem 0;
}
.figures > div {
  background: var(--card);
  border: 1px solid var(--rule);
  border-radius: 6px;
  padding: 0.5rem 0.7rem;
}
.figures dt {
  color: var(--ink-2);
  font-size: 0.8125rem;
}
.figures dd {
  margin: 0;
  font-size: 1.15rem;
  font-variant-numeric: tabular-nums;
}
.words {
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: 0.25rem 1rem;
  margin: 0.6rem 0;
}
.words dt {
  color: var(--ink-2);
}
.words dd {
  margin: 0;
  overflow-wrap: anywhere;
}
td small,
.choices small {
  display: block;
}
.number {
  text-align: right;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}
td {
  overflow-wrap: break-word;
}
td > div {
  max-width: 30rem;
}
td.wide {
  min-width: 12rem;
  max-width: 30rem;
  overflow-wrap: anywhere;
}
.pairs {
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.9rem;
}
.pairs small {
  display: inline;
}
button.small {
  min-height: 0;
  padding: 0 0.5rem;
}
button.plain {
  min-height: 0;
  padding: 0;
  border: 0;
  background: none;
  text-align: left;
}
.words dd p {
  margin: 0;
}
.note a,
p.line a:not(.button) {
  color: var(--accent);
}
.rows {
  background: var(--card);
}
th .plain {
  font-weight: 600;
  color: inherit;
  white-space: nowrap;
}
@media (max-width: 48rem) {
  .figures {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  .words {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
  }
  .words dd {
    margin-bottom: 0.5rem;
  }
  button,
  .button,
  input:not([type="checkbox"], [type="radio"]),
  select {
    min-height: 2.5rem;
  }
  .button {
    line-height: 1.8rem;
  }
  .rows,
  .rows tbody,
  .rows tr,
  .rows td {
    display: block;
  }
  .rows {
    border: 0;
    background: none;
    font-size: 0.875rem;
  }
  .rows thead {
    position: absolute;
    clip-path: inset(50%);
    width: 1px;
    height: 1px;
    overflow: hidden;
  }
  .rows thead:has(button) {
    display: block;
    position: static;
    clip-path: none;
    width: auto;
    height: auto;
  }
  .rows thead:has(button) tr:first-child {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.8rem;
    border: 0;
    background: none;
    padding: 0.2rem 0;
    margin: 0;
  }
  .rows thead th {
    background: none;
    border: 0;
    padding: 0.2rem 0;
    text-align: left;
  }
  .rows thead:has(button) th:not(:has(button)) {
    display: none;
  }
  .rows tr {
    background: var(--card);
    border: 1px solid var(--rule);
    border-radius: 6px;
    margin-bottom: 0.6rem;
    padding: 0.35rem 0.7rem;
  }
  .rows td,
  .rows td.number,
  .rows td.wide {
    display: grid;
    grid-template-columns: 6.5rem minmax(0, 1fr);
    gap: 0.6rem;
    min-width: 0;
    max-width: none;
    border: 0;
    padding: 0.12rem 0;
    overflow-wrap: anywhere;
    text-align: left;
    white-space: normal;
  }
  .rows td::before {
    content: attr(data-head);
    color: var(--ink-2);
  }
}
`;
