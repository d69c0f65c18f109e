import { StatementCompiler } from '../compile/compiled-statement';
import type { BecomingStep, Evaluation, EvaluationContext } from '../evaluation';
import type { AwsAccount, Entity, Principal } from '../model';
import type { SourceFacts } from '../source-facts';
import { awsAccount } from './aws-account';
import { AssumableRoles, type Assumption } from './become';
import { classAccess } from './class-access';
import type { AccessRowRecord } from './graph-rows';
import { findOutsiders } from './outsiders';
import { PrincipalClasses, type PrincipalClass } from './principal-classes';
import { classifyResources } from './resource-classes';
import { ResourceKinds } from './resource-kinds';

/**
 * Evaluates one AWS account: classes of principals against classes of resources, never pairs. The cost grows with
 * (principal classes) x (resource classes) x (statements of a class), not with identities or resources.
 */
export function* evaluateAws(facts: SourceFacts, { tenantId, catalogue, accounts }: EvaluationContext): Generator<number, Evaluation> {
  const account = awsAccount(facts);
  const compiler = new StatementCompiler(catalogue);
  const kinds = new ResourceKinds(catalogue);
  const { classes, classOf } = classify(account, compiler);
  const resources = classifyResources(account.entities, classes.all, kinds);

  const access: AccessRowRecord[] = [];
  let done = 0;
  for (const principal of classes.all) {
    for (const resource of resources.candidatesOf(principal)) {
      const row = classAccess(principal, resource, kinds, catalogue);
      if (row) access.push(row);
    }
    yield ++done / classes.count;
  }

  const administering = new Set(access.filter(({ admin }) => admin === 2).map(({ pclassId }) => pclassId));
  const outsiders = findOutsiders(tenantId, account);
  const steps = outsiders.flatMap(({ entity, assumes }) => assumes.map((step) => toStep(entity, step)));
  const roles = new AssumableRoles(account.trusts, catalogue);
  for (const other of [account, ...[...accounts.values()].map(awsAccount)]) {
    const their = other === account ? classOf : classify(other, compiler).classOf;
    for (const principal of other.principals) {
      const pclass = their.get(principal.entity.uri);
      if (pclass && canAct(principal)) steps.push(...roles.of(principal, pclass).map((step) => toStep(principal.entity, step)));
      yield 1;
    }
  }
  return {
    access,
    classOf: resources.classOf,
    pclassOf: new Map([...classOf].map(([uri, { id }]) => [uri, id])),
    steps,
    outsiders: outsiders.map(({ entity }) => entity),
    // Privileged: the identity, as itself, administers something of its account without further conditions.
    attributes: new Map([...classOf].map(([uri, { id }]) => [uri, { privileged: administering.has(id) }])),
  };
}

function classify({ principals }: AwsAccount, compiler: StatementCompiler): { classes: PrincipalClasses; classOf: Map<string, PrincipalClass> } {
  const groups = new Map(principals.filter(({ entity }) => entity.type === 'GROUP').map((group) => [group.entity.uri, group]));
  const classes = new PrincipalClasses(compiler, groups);
  return { classes, classOf: new Map(principals.map((principal) => [principal.entity.uri, classes.classOf(principal)])) };
}

/** A group signs nothing: its members act. */
function canAct({ entity }: Principal): boolean {
  return entity.type !== 'GROUP';
}

function toStep(child: Entity, { role, group, conditions }: Assumption): BecomingStep {
  const { uri, type, name, accountId } = role;
  return { childUri: child.uri, parent: { uri, type, name, accountId }, relation: 'may assume', group, conditions };
}
