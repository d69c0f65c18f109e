/** A mistake in the sources of a remote. Line and column begin with 1; 0 where they are unknown. */
export interface Problem {
  file: string;
  line: number;
  column: number;
  message: string;
}

/** Problems shown at once. The first ones usually explain the others. */
const SHOWN = 20;

const STYLES = `
  :host { position: fixed; inset: auto 0 0 0; z-index: 2147483647; }
  section { box-sizing: border-box; max-height: 60vh; overflow: auto; padding: 12px 16px 16px; background: #1f1416; color: #f8ecec;
    border-top: 3px solid #ff7875; font: 14px/1.5 ui-sans-serif, system-ui, sans-serif; }
  header { display: flex; justify-content: space-between; align-items: center; gap: 16px; }
  h2 { margin: 0; font-size: 16px; }
  button { font: inherit; color: inherit; background: transparent; border: 1px solid #a88; border-radius: 6px; padding: 4px 12px; cursor: pointer; }
  button:focus-visible { outline: 2px solid #ff7875; outline-offset: 2px; }
  ul { margin: 8px 0 0; padding: 0; list-style: none; }
  li + li { margin-top: 8px; }
  code { font: 13px/1.5 ui-monospace, monospace; color: #ffb3b0; }
  pre { margin: 0; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** The problems of each remote under development in this page. */
const known = new Map<string, readonly Problem[]>();

/** Shows the problems of a remote over the page, beside those of the others; without any, it goes away. */
export function showProblems(id: string, problems: readonly Problem[]): void {
  known.set(id, problems);
  document.querySelector('cam-problems')?.remove();
  const all = [...known].flatMap(([remote, some]) => some.map((problem) => ({ remote, ...problem })));
  if (all.length === 0) return;
  const overlay = document.createElement('cam-problems');
  const root = overlay.attachShadow({ mode: 'open' });
  const close = element('button', 'Hide');
  close.type = 'button';
  close.addEventListener('click', () => overlay.remove());
  const items = all.slice(0, SHOWN).map(({ remote, file, line, column, message }) => {
    const item = element('li');
    const place = line > 0 ? `${file}:${line}:${column}` : file;
    item.append(element('code', `${remote}  ${place}`), element('pre', message));
    return item;
  });
  const list = element('ul');
  list.append(...items);
  const header = element('header');
  header.append(element('h2', all.length === 1 ? '1 problem in the sources' : `${all.length} problems in the sources`), close);
  const section = element('section');
  section.setAttribute('role', 'alert');
  section.append(header, list);
  root.append(element('style', STYLES), section);
  document.body.append(overlay);
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
