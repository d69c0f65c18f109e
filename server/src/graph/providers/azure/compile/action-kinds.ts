import type { AccessKind } from '../../../engine/catalogue/action-kinds';

/** Actions that change permissions or assign an identity to a resource. */
const ADMINISTERS: readonly RegExp[] = [
  /^microsoft\.authorization\/.*(?:\/write|\/delete|\/action)$/,
  /^microsoft\.managedidentity\/userassignedidentities\/(?:assign\/action|federatedidentitycredentials\/(?:write|delete))$/,
  /^microsoft\.keyvault\/vaults\/accesspolicies\/(?:write|delete)$/,
  /^microsoft\.keyvault\/managedhsm\/role(?:assignments|definitions)\/(?:write|delete)(?:\/action)?$/,
  /^microsoft\.documentdb\/databaseaccounts\/(?:sqlrole|tablerole|mongodbrole|mongodbuser|cassandrarole)\w*\/(?:write|delete)$/,
  /^microsoft\.sql\/(?:servers|managedinstances)\/administrators\/(?:write|delete)$/,
  /^microsoft\.management\/managementgroups\/subscriptions\/(?:write|delete)$/,
  /\/(?:modifypermissions|takeownership|manageownership)\/action$/,
];

/** Actions that return a credential, or a secret that serves as one. */
const HANDS_OUT_CREDENTIALS =
  /\/(?:list\w*(?:key|keys|secret|secrets|credential|credentials|sas|connectionstrings|accesstoken|callbackurl|kubeconfig|withkeys|withsecrets)|generateuserdelegationkey|generateaccesstoken|getaccesstoken|accesstoken|getsecret|getcredentials|getrdpfilecontents|showfullkey|readonlykeys|sharedkeys|begingetaccess|retrieveregistrationtoken|publishxml|regeneratekeys?|refreshkeys|regenerateauthkeys)\/action$|\/config\/list\/action$/;

/** Actions that run code inside a resource with the resource's identity. */
const RUNS_CODE =
  /^(?:microsoft\.compute\/(?:virtualmachines|virtualmachinescalesets\/virtualmachines|virtualmachinescalesets)\/(?:runcommand\/action|runcommands\/write|extensions\/write)|microsoft\.automation\/automationaccounts\/(?:runbooks\/(?:write|draft\/write|publish\/action)|jobs\/write|webhooks\/write)|microsoft\.web\/sites\/(?:publish\/action|extensions\/write|host\/listkeys\/action|functions\/write|hostruntime\/.*)|microsoft\.containerservice\/managedclusters\/runcommand\/action|microsoft\.logic\/workflows\/write|microsoft\.resources\/deploymentscripts\/write|microsoft\.containerinstance\/containergroups\/(?:write|containers\/exec\/action)|microsoft\.hybridcompute\/machines\/(?:extensions\/write|runcommands\/write))$/;

/** Verbs before `/action` of actions that only read. */
const SHOWING_VERB =
  /^(?:list|get|read|show|search|query|check|validate|download|export|view|find|detect|fetch|compare|lookup|preview|receive|whatif|effective|test|verify|estimate|calculate|analyze|generatecost|usages|browse|evaluate|retrieve|decrypt|unwrap)/;

/**
 * Returns the kind of access that an Azure action gives, by its last segment: `read` reads, `write` and `delete` write, and an `action` depends on
 * its verb. Actions that change permissions are ADMIN. Names ignore case.
 */
export function kindOfAzureAction(name: string): AccessKind {
  const action = name.toLowerCase();
  if (ADMINISTERS.some((pattern) => pattern.test(action))) return 'ADMIN';
  const segments = action.split('/');
  const last = segments.at(-1) ?? '';
  if (last === 'read') return 'READ';
  if (last !== 'action') return 'WRITE';
  if (HANDS_OUT_CREDENTIALS.test(action)) return /\/(?:regenerate|refresh)/.test(action) ? 'WRITE' : 'READ';
  return SHOWING_VERB.test(segments.at(-2) ?? '') ? 'READ' : 'WRITE';
}

/** Reports whether an action allows privilege escalation, reading credentials, or exposing resources to others. */
export function isSensitiveAzureAction(name: string): boolean {
  const action = name.toLowerCase();
  return kindOfAzureAction(action) === 'ADMIN' || HANDS_OUT_CREDENTIALS.test(action) || RUNS_CODE.test(action);
}
