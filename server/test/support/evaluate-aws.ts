import { Catalogue } from '../../src/graph/engine/catalogue/catalogue';
import type { Evaluation } from '../../src/graph/engine/evaluation';
import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { identityFacts } from '../../src/graph/engine/identity-facts';
import { StatementCompiler } from '../../src/graph/providers/aws/compile/compiled-statement';
import { evaluateAws } from '../../src/graph/providers/aws/evaluate/evaluate';
import { mayAdmit, openStatements } from '../../src/graph/providers/aws/evaluate/open-statements';
import { OutsidePrincipals } from '../../src/graph/providers/aws/evaluate/outside-principals';
import { ABROAD, SMALL_CATALOGUE, type RandomAccounts } from './random-aws-account';

export const catalogue = new Catalogue(SMALL_CATALOGUE);

const compiler = new StatementCompiler(catalogue);

/** Returns the part of the other account that an import reads for the evaluation of the home account. */
export function admittedBy(home: SourceFacts, abroad: SourceFacts): SourceFacts {
  return new OutsidePrincipals(home, { canonicalUsers: new Map(), accessPoints: [] }, compiler).of(identityFacts(abroad), compiler);
}

/**
 * Evaluates the home account. Only accounts that a policy names or may admit are read, as in an import.
 * @param admitted the part of the other account that is read
 */
export function evaluateAccounts({ home, abroad, levels, guestLevels }: RandomAccounts, admitted = admittedBy(home, abroad)): Evaluation {
  const evaluation = evaluateAws(home, {
    tenantId: 't',
    catalogue,
    holders: [],
    organization: levels,
    accounts: new Map(isRead(home, guestLevels) ? [[ABROAD, admitted]] : []),
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
