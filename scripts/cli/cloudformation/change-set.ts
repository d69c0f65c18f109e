import { CliFailure } from '../failure';
import { knownValues } from '../terraform/known-values';
import type { Plan, ResourceChange } from '../terraform/plan';
import { OpenStructure, TYPES, type Named, type Part } from './types';

type Json = Record<string, unknown>;

/** Stands in a change set for a value that only the execution will know, alone or within a text. */
const UNKNOWN = '{{changeSet:KNOWN_AFTER_APPLY}}';

/** Stands for a value of a store that CloudFormation reads when it executes a change set. */
const RESOLVED = '{{resolve:';

const PROVIDER = 'aws';

/** Names of types that may give access, or take it away, and of those that contain other resources. */
const CONCERNS_ACCESS =
  /IAM|Polic|Role|Permission|Grant|Member|Assignment|Acl|Trust|Organizations|SSO|Public|AccessPoint|::Url$|CloudFormation::|Custom::|Serverless::|EC2::Instance$|LaunchTemplate|GlobalTable|ReplicaKey/;

/** Reports whether a JSON text is a change set of CloudFormation. */
export function isChangeSet(text: string): boolean {
  try {
    const value = JSON.parse(text) as Json | null;
    return typeof value === 'object' && value !== null && 'ChangeSetId' in value && 'Changes' in value;
  } catch {
    return false;
  }
}

/**
 * Reads a change set as `aws cloudformation describe-change-set --include-property-values` prints it. Its resources become those of a plan, because both
 * make the same edits. A change set has no references, so that a value that only the execution will know comes from nowhere.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ResourceChange.html
 * @throws CliFailure for a part of a change set, or one without values
 */
export function parseChangeSet(text: string): Plan {
  const { Changes: changes, StackId: stack, NextToken: next, Status: status } = JSON.parse(text) as Json;
  const [, partition, region, account] = /^arn:([^:]+):cloudformation:([^:]+):(\d{12}):/.exec(String(stack)) ?? [];
  if (!Array.isArray(changes) || partition === undefined || region === undefined || account === undefined)
    throw new CliFailure(
      'This is not a change set of CloudFormation. Write one with: aws cloudformation describe-change-set --include-property-values',
    );
  if (typeof next === 'string') throw new CliFailure('This is one page of a change set. Describe it without --max-items and --no-paginate.');
  if (status === 'FAILED') throw new CliFailure('CloudFormation could not make this change set. Mend the error, and make it again.');
  const place = { partition, region, account };
  const read = (changes as Json[]).map(({ ResourceChange: change }) => readChange((change ?? {}) as Json, place));
  return {
    changes: read.flatMap((one) => one.changes),
    resources: [{ address: '', type: 'stack', provider: PROVIDER, values: { arn: stack } }],
    configuration: {},
    providers: {},
    unread: read.flatMap((one) => one.unread),
  };
}

interface Read {
  changes: ResourceChange[];
  unread: string[];
}

function readChange(change: Json, place: Place): Read {
  const { Action: action, LogicalResourceId: id = '', ResourceType: type = '', PhysicalResourceId: physical } = change;
  const { Replacement: replacement, PolicyAction: policy } = change;
  const [address, kind] = [String(id), String(type)];
  const undecided = (reason: string): Read => ({ changes: [], unread: [`${address}: ${reason}`] });
  const partsOf = TYPES[kind];
  if (!partsOf) return CONCERNS_ACCESS.test(kind) ? undecided(`changes of ${kind} are not read yet`) : { changes: [], unread: [] };
  // An imported resource exists already, and a retained one stays, so that neither changes.
  if (action === 'Import' || (action === 'Remove' && policy === 'Retain')) return { changes: [], unread: [] };
  if (action === 'Dynamic' || replacement === 'Conditional') return undecided('only the execution will know whether it is replaced');
  const before = action === 'Add' ? null : propertiesOf(change.BeforeContext);
  const after = action === 'Remove' ? null : propertiesOf(change.AfterContext);
  if (before === undefined || after === undefined) return undecided('the change set has no values. Describe it with --include-property-values');
  const known = typeof physical === 'string' && physical !== '' ? physical : null;
  const named = (own: string | null): Named => ({ ...place, logicalId: address, physicalId: own });
  try {
    const was = before && policy !== 'ReplaceAndRetain' ? partsOf(before, named(known)) : [];
    const is = after ? partsOf(after, named(replacement === 'True' ? null : known)) : [];
    return { changes: pairsOf(was, is).map((pair) => changeOf(address, pair)), unread: [] };
  } catch (error) {
    if (!(error instanceof OpenStructure)) throw error;
    return undecided('some of its properties are not known before the execution');
  }
}

type Place = Pick<Named, 'partition' | 'region' | 'account'>;

/** Returns the properties of a context, which is JSON in a text; undefined without one. */
function propertiesOf(context: unknown): Json | undefined {
  if (typeof context !== 'string') return undefined;
  try {
    return ((JSON.parse(context) as Json).Properties ?? {}) as Json;
  } catch {
    return undefined;
  }
}

interface Pair {
  type: string;
  before: Part | undefined;
  after: Part | undefined;
}

/** Returns the parts of a resource before and after, by their types. */
function pairsOf(before: readonly Part[], after: readonly Part[]): Pair[] {
  return [...new Set([...before, ...after].map(({ type }) => type))].flatMap((type) => {
    const [was, is] = [before, after].map((parts) => parts.filter((part) => part.type === type)) as [Part[], Part[]];
    return Array.from({ length: Math.max(was.length, is.length) }, (_none, index) => ({ type, before: was[index], after: is[index] }));
  });
}

function changeOf(address: string, { type, before, after }: Pair): ResourceChange {
  const { known, unknown } = knownValues(after?.values ?? null, isOpen);
  return {
    address,
    type,
    provider: PROVIDER,
    isReplaced: false,
    before: before ? (knownValues(before.values, isOpen).known as Json) : null,
    after: after ? (known as Json) : null,
    unknown: unknown ?? {},
  };
}

function isOpen(text: string): boolean {
  return text.includes(UNKNOWN) || text.includes(RESOLVED);
}
