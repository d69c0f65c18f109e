import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cssRules } from './css-rules';
import { stylesGate } from './styles-gate';

const problemsOf = (css: string) =>
  stylesGate(new Map([['12.css', Buffer.from(css)]]), 'orders').map(({ problem }) => problem.replace(/^.*page: /, ''));

describe('the gate of style sheets', () => {
  it.each([
    '.orders__list--a1{color:red}',
    '.orders__list--a1 li+li>a:hover,.orders__x::before{color:red}',
    'html[data-theme=dark] .orders__list{color:red}',
    'div.orders__list:not(.x) :is(a,b){}',
    '.orders__a+.orders__b{}',
    '.orders__list :where(.ant-table) td{}',
    '@media (max-width:600px){.orders__list{color:red}}',
    '@container x (width>1px){@supports (display:grid){.orders__list{}}}',
    '@layer orders;@layer orders{.orders__list{}}',
    '@scope (.orders__page){a{color:red}}',
    '@keyframes orders__turn{from{top:0}to{top:1px}}',
    '.orders__list{color:red;& a{color:blue}&:hover{}.ant-btn{}@media print{color:red}}',
    '/* :root{} */.orders__list{content:"}:root{"}',
    '.orders__list{background:url(data:image/svg+xml;utf8,<svg>)}',
    '',
  ])('accepts %s', (css) => {
    expect(problemsOf(css)).toEqual([]);
  });

  it.each([
    [':root{--cam-border:red}', 'the selector ":root" is global.'],
    ['*{margin:0}', 'the selector "*" is global.'],
    ['body,.orders__list{}', 'the selector "body" is global.'],
    ['.ant-btn{}', 'the selector ".ant-btn" is global.'],
    ['.alerts__list{}', 'the selector ".alerts__list" is global.'],
    ['.xorders__list{}', 'the selector ".xorders__list" is global.'],
    ['[class*="orders__"]{}', 'the selector "[class*="orders__"]" is global.'],
    ['body:has(.orders__list){}', 'the selector "body:has(.orders__list)" is global.'],
    ['a:not(.orders__list){}', 'the selector "a:not(.orders__list)" is global.'],
    ['.orders__page+footer{}', 'the selector ".orders__page+footer" is global.'],
    ['.orders__page~*{}', 'the selector ".orders__page~*" is global.'],
    ['@media print{nav{display:none}}', 'the selector "nav" is global.'],
    ['@layer x{:root{}}', 'the selector ":root" is global.'],
    ['@font-face{font-family:Inter;src:url(x.woff2)}', '"@font-face" is global.'],
    ['@import url(https://elsewhere.example/x.css);', '"@import url(https://elsewhere.example/x.css)" is global.'],
    ['@keyframes spin{}', 'the animation "spin" is global.'],
    ['@property --cam-border{}', '"@property --cam-border" is global.'],
    ['@page{margin:0}', '"@page" is global.'],
    ['@scope (main){a{}}', '"@scope (main)" is global.'],
    ['.orders__list{& + nav{}}', 'the selector "&+nav" is global.'],
    ['.orders__list{body:has(&){}}', 'the selector "body:has(&)" is global.'],
    ['.orders__list{color:red}}:root{}', 'brackets, strings or comments are not closed.'],
    ['.orders__list{content:"', 'brackets, strings or comments are not closed.'],
    ['.\\6frders__list{}', 'the selector ".\\6frders__list" is global.'],
  ])('refuses %s', (css, problem) => {
    expect(problemsOf(css)).toEqual([problem]);
  });

  it('accepts every style sheet of the areas of CAM, once the build has put the prefix before its classes', () => {
    const remotes = join(__dirname, '../../../../remotes');
    for (const id of readdirSync(remotes)) {
      const sheets = readdirSync(join(remotes, id, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
      for (const sheet of sheets) {
        const css = readFileSync(join(remotes, id, 'src', sheet), 'utf8')
          .replace(/:global\(([^)]*)\)/g, ' $1 ')
          .replace(/(?<!\d)\.(?=[a-z])(?!ant-)/g, `.${id}__`);
        expect([sheet, cssRules(css) && stylesGate(new Map([[sheet, Buffer.from(css)]]), id).map(({ problem }) => problem)]).toEqual([sheet, []]);
      }
    }
  });
});
