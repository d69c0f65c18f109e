import { CliFailure } from '../failure';

type Json = Record<string, unknown>;

/** A planned change of one resource. */
export interface ResourceChange {
  /** `module.team["a"].aws_iam_role.deploy[0]` */
  address: string;
  type: string;
  /** Values before and after; null when the resource does not exist then. Unknown values are missing from `after`. */
  before: Json | null;
  after: Json | null;
  /** Marks the values that only the apply will know: true in place of each. */
  unknown: unknown;
  /** The key of its provider in the configuration, which tells accounts apart. */
  provider: string;
  /** It is deleted, and made anew. */
  isReplaced: boolean;
}

/** A resource that exists, or that the plan makes. */
export interface KnownResource {
  address: string;
  type: string;
  values: Json;
  provider: string;
}

export interface Plan {
  changes: ResourceChange[];
  /** The resources and data sources of the state before, and those that change with their values after (or before, when they go). */
  resources: KnownResource[];
  configuration: ModuleConfiguration;
  /** The attributes that the configuration of each provider sets itself, by its key. */
  providers: Record<string, Record<string, string>>;
  /** `address: reason` of changes of access that could not be read. */
  unread: readonly string[];
}

interface Expression {
  references?: string[];
}

export interface ModuleConfiguration {
  resources?: { address?: string; provider_config_key?: string; expressions?: Record<string, unknown> }[];
  module_calls?: Record<string, { expressions?: Record<string, Expression>; module?: ModuleConfiguration }>;
  outputs?: Record<string, { expression?: Expression }>;
}

interface StateModule {
  resources?: { address?: string; type?: string; values?: Json }[];
  child_modules?: StateModule[];
}

/** Reports whether a JSON text is a plan of Terraform. */
export function isPlan(text: string): boolean {
  try {
    const value = JSON.parse(text) as Json | null;
    return typeof value === 'object' && value !== null && 'format_version' in value;
  } catch {
    return false;
  }
}

/**
 * Reads a plan as `terraform show -json` prints it.
 * @see https://developer.hashicorp.com/terraform/internals/json-format, "Plan representation", format version 1
 * @throws CliFailure for text that is no such plan, or a plan with errors
 */
export function parsePlan(text: string): Plan {
  const plan = parseJson(text);
  const { format_version: version, resource_changes: changes = [], configuration = {}, prior_state: state = {}, errored } = plan;
  if (typeof version !== 'string' || !Array.isArray(changes))
    throw new CliFailure('This is not a plan of Terraform. Write one with: terraform plan -out plan.out && terraform show -json plan.out');
  if (!version.startsWith('1.')) throw new CliFailure(`The plan has format ${version}; formats 1.x are known. Update the command line of CAM.`);
  if (errored === true) throw new CliFailure('Terraform could not complete this plan. Mend the error, and plan again.');
  const root = ((configuration as Json).root_module ?? {}) as ModuleConfiguration;
  const read = (changes as Json[]).filter(({ mode }) => mode !== 'data').map((change) => changeOf(change, root));
  const before = stateResources(((state as Json).values as Json | undefined)?.root_module as StateModule | undefined, root);
  const touched = new Map(read.map((change) => [change.address, change]));
  return {
    changes: read,
    resources: [
      ...before.filter(({ address }) => !touched.has(address)),
      ...read.map(({ address, type, provider, before: was, after }) => ({ address, type, provider, values: { ...was, ...after } })),
    ],
    configuration: root,
    providers: providersOf(plan),
    unread: [],
  };
}

/** Reads constants, and values that variables of the root give. */
function providersOf({ configuration = {}, variables = {} }: Json): Plan['providers'] {
  const { provider_config: providers = {} } = configuration as { provider_config?: Record<string, { expressions?: Record<string, unknown> }> };
  const given = variables as Record<string, { value?: unknown } | undefined>;
  const valueOf = (expression: unknown): unknown => {
    const { constant_value: constant, references = [] } = (expression ?? {}) as { constant_value?: unknown; references?: string[] };
    const [variable] = references.flatMap((reference) => /^var\.([\w-]+)$/.exec(reference)?.[1] ?? []);
    return constant ?? (references.length === 1 && variable !== undefined ? given[variable]?.value : undefined);
  };
  return Object.fromEntries(
    Object.entries(providers).map(([key, { expressions = {} }]) => [
      key,
      Object.fromEntries(
        Object.entries(expressions).flatMap(([name, expression]) => {
          const value = valueOf(expression);
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      ),
    ]),
  );
}

function parseJson(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
  } catch (error) {
    throw new CliFailure(`The plan is not valid JSON: ${(error as Error).message}`);
  }
}

function changeOf({ address, type, change }: Json, root: ModuleConfiguration): ResourceChange {
  const { before = null, after = null, after_unknown: unknown = {}, actions = [] } = (change ?? {}) as Json;
  const at = String(address);
  const isReplaced = Array.isArray(actions) && actions.includes('create') && actions.includes('delete');
  const sides = { before: before as Json | null, after: after as Json | null };
  return { address: at, type: String(type), ...sides, unknown, provider: providerOf(at, root), isReplaced };
}

function stateResources(module: StateModule | undefined, root: ModuleConfiguration): KnownResource[] {
  const own = (module?.resources ?? []).map(({ address = '', type = '', values = {} }) => ({
    address,
    type,
    values,
    provider: providerOf(address, root),
  }));
  return [...own, ...(module?.child_modules ?? []).flatMap((child) => stateResources(child, root))];
}

function providerOf(address: string, root: ModuleConfiguration): string {
  return configurationOf(address, root)?.provider_config_key ?? '';
}

/** The parts of an address: the names of its modules, the resource in its module, and its index. */
export interface AddressParts {
  modules: string[];
  /** `aws_iam_role.deploy` */
  resource: string;
  /** `[0]` or `["a"]`; empty without one. */
  index: string;
}

/** Splits the address of a resource. Indexes of modules are left out, because the configuration has none. */
export function partsOf(address: string): AddressParts {
  const modules: string[] = [];
  let rest = address;
  for (let found = MODULE.exec(rest); found; found = MODULE.exec(rest)) {
    modules.push(found[1] ?? '');
    rest = rest.slice(found[0].length);
  }
  const [, resource = rest, index = ''] = /^([^[]+)(\[.*\])?$/s.exec(rest) ?? [];
  return { modules, resource, index };
}

/** A module in front of an address. The key of an index is in quotes and may contain dots and brackets. */
const MODULE = /^module\.([\w-]+)(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?\./;

/** Returns what the configuration says of a resource. */
export function configurationOf(address: string, root: ModuleConfiguration) {
  const { modules, resource } = partsOf(address);
  return moduleAt(modules, root)?.resources?.find((one) => one.address === resource);
}

/** Returns the configuration of a module. */
export function moduleAt(modules: readonly string[], root: ModuleConfiguration): ModuleConfiguration | undefined {
  return modules.reduce<ModuleConfiguration | undefined>((module, name) => module?.module_calls?.[name]?.module, root);
}
