import { Catalogue } from '../../src/graph/engine/catalogue/catalogue';
import type { Evaluation } from '../../src/graph/engine/evaluation';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { evaluateAws } from '../../src/graph/providers/aws/evaluate/evaluate';
import { mayAdmit, openStatements } from '../../src/graph/providers/aws/evaluate/open-statements';
import { ABROAD, SMALL_CATALOGUE, type RandomAccounts } from './random-aws-account';

export const catalogue = new Catalogue(SMALL_CATALOGUE);

/** Evaluates the home account. Only accounts that a policy names or may admit are read, as in an import. */
export function evaluateAccounts({ home, abroad, levels, guestLevels }: RandomAccounts): Evaluation {
  const evaluation = evaluateAws(home, {
    tenantId: 't',
    catalogue,
    holders: [],
    organization: levels,
    accounts: new Map(isRead(home, guestLevels) ? [[ABROAD, abroad]] : []),
    organizations: new Map(guestLevels ? [[ABROAD, guestLevels]] : []),
    federation: [],
  });
  let step = evaluation.next();
  while (!step.done) step = evaluation.next();
  return step.value;
}

function isRead({ policies }: SourceFacts, guestLevels: RandomAccounts['guestLevels']): boolean {
  const isNamed = policies.some(({ kind, document }) => (kind === 'resource' || kind === 'trust') && document.includes(ABROAD));
  return isNamed || mayAdmit(openStatements(policies), ABROAD, guestLevels);
}
