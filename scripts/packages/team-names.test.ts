import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

/** Compiles a file of a team's package against the contracts. @returns the mistakes, one line each */
function mistakesIn(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'cam-names-'));
  try {
    const file = join(folder, 'names.ts');
    writeFileSync(file, source);
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: { '@cam/contracts': [join(__dirname, '../../contracts/src/index.ts')] },
    });
    const own = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(own), ...program.getSemanticDiagnostics(own)].map(({ start, messageText }) => {
      const { line } = own?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0 };
      return `${source.split('\n')[line]?.trim()} <- ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('names that a team declares in its own package are known to the compiler there, and misspelled ones are mistakes', () => {
  const mistakes = mistakesIn(`
    import { defineManifest, defineNames, type AreaRight, type FeatureFlag, type PartId, type PartProps, type Right } from '@cam/contracts';
    export const names = defineNames('billing', {
      flags: { 'billing.newTable': 'Shows the new table.' },
      rights: { 'billing.approve': 'Approve invoices' },
      parts: { 'billing.total': { name: 'Open invoices', anyRight: ['billing.approve'] } },
      menuGroups: { 'billing.money': 'Money' },
    });
    declare module '@cam/contracts' {
      interface NamesByArea { billing: typeof names }
      interface PartProps { 'billing.total': { month: string } }
    }
    export const flag: FeatureFlag = 'billing.newTable';
    export const own: FeatureFlag = 'UI_REPORTS';
    export const right: Right & AreaRight = 'billing.approve';
    export const part: PartId = 'billing.total';
    export const props: PartProps['billing.total'] = { month: '2026-11' };
    export default defineManifest({
      id: 'billing', name: 'Billing', needs: { contracts: '^1', platform: '^1', ui: '^1' }, budget: 1,
      menu: [{ id: 'invoices', label: 'Invoices', to: '/billing', group: 'billing.money', order: 1, icon: 'report', whenFlag: 'billing.newTable' }],
      routes: [{ page: 'list', name: 'billing', path: '/billing', title: 'Invoices', anyRight: ['billing.approve', 'CAM_GENERAL_READ'] }],
      offers: [], uses: ['billing.total', 'alerts.badge'], declares: names,
    });
    const misspelled: FeatureFlag = 'billing.newTabel';
    const unknown: Right = 'billing.pay';
    const foreign = defineNames('billing', { flags: { 'orders.x': 'X' } });
    const kind = defineNames('billing', { colours: { 'billing.red': 'Red' } });
  `);
  const first = (line: string): string => line.split(' <- ')[0] ?? '';
  expect(mistakes.map(first)).toEqual([
    expect.stringMatching(/^const misspelled/),
    expect.stringMatching(/^const unknown/),
    expect.stringMatching(/^const foreign/),
    expect.stringMatching(/^const kind/),
  ]);
});
