import type { AccessKind } from '../../../engine/catalogue/action-kinds';

/** Actions that say who may do what, or hand an identity to something. */
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

/** Actions whose answer is a credential, or a secret that is one. */
const HANDS_OUT_CREDENTIALS =
  /\/(?:list\w*(?:key|keys|secret|secrets|credential|credentials|sas|connectionstrings|accesstoken|callbackurl|kubeconfig|withkeys|withsecrets)|generateuserdelegationkey|generateaccesstoken|getaccesstoken|accesstoken|getsecret|getcredentials|getrdpfilecontents|showfullkey|readonlykeys|sharedkeys|begingetaccess|retrieveregistrationtoken|publishxml|regeneratekeys?|refreshkeys|regenerateauthkeys)\/action$|\/config\/list\/action$/;

/** Actions that run code inside a resource, with whatever identity it has. */
const RUNS_CODE =
  /^(?:microsoft\.compute\/(?:virtualmachines|virtualmachinescalesets\/virtualmachines|virtualmachinescalesets)\/(?:runcommand\/action|runcommands\/write|extensions\/write)|microsoft\.automation\/automationaccounts\/(?:runbooks\/(?:write|draft\/write|publish\/action)|jobs\/write|webhooks\/write)|microsoft\.web\/sites\/(?:publish\/action|extensions\/write|host\/listkeys\/action|functions\/write|hostruntime\/.*)|microsoft\.containerservice\/managedclusters\/runcommand\/action|microsoft\.logic\/workflows\/write|microsoft\.resources\/deploymentscripts\/write|microsoft\.containerinstance\/containergroups\/(?:write|containers\/exec\/action)|microsoft\.hybridcompute\/machines\/(?:extensions\/write|runcommands\/write))$/;

/** The verb before `/action` of what only shows something. */
const SHOWING_VERB =
  /^(?:list|get|read|show|search|query|check|validate|download|export|view|find|detect|fetch|compare|lookup|preview|receive|whatif|effective|test|verify|estimate|calculate|analyze|generatecost|usages|browse|evaluate|retrieve|decrypt|unwrap)/;

/**
 * What kind of access an action of Azure is, by its last segment: `read` shows, `write` and `delete` change, of an `action` its verb
 * decides. Whatever changes who may do what is ADMIN. Names ignore case.
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

/** Whether whoever holds the action can raise its own privileges, get at credentials, or open resources to others. */
export function isSensitiveAzureAction(name: string): boolean {
  const action = name.toLowerCase();
  return kindOfAzureAction(action) === 'ADMIN' || HANDS_OUT_CREDENTIALS.test(action) || RUNS_CODE.test(action);
}
