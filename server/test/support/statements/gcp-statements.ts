import { APP, BLOCKED_BUILD, BUILD, DOCS, OUTSIDE, POD } from './gcp-project';
import { accordingTo, type Statement } from './statement';

const IAM = 'https://cloud.google.com/iam/docs';
const overview = accordingTo(`${IAM}/overview`);
const hierarchy = accordingTo(`${IAM}/resource-hierarchy-access-control`);
const roles = accordingTo(`${IAM}/understanding-roles`);
const principals = accordingTo(`${IAM}/principals-overview`);
const boundaries = accordingTo(`${IAM}/principal-access-boundary-policies`);
const identifiers = accordingTo(`${IAM}/principal-identifiers`);
const deny = accordingTo(`${IAM}/deny-overview`);
const conditions = accordingTo(`${IAM}/conditions-attribute-reference`);
const impersonation = accordingTo(`${IAM}/service-account-impersonation`);
const workloads = accordingTo('https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity');
const convenience = accordingTo('https://cloud.google.com/storage/docs/access-control/iam');

const user = (name: string): string => `user:${name}@harbour.example`;

/** Statements about the project. */
export const GCP_STATEMENTS: readonly Statement[] = [
  hierarchy(user('otto'), 'gcp/invoices', 'R--', 'the organization contains the project'),
  hierarchy(user('fred'), 'gcp/invoices', 'R--', 'the folder contains the project'),
  hierarchy(user('pia'), 'gcp/invoices', 'R--', 'the project contains the bucket'),
  hierarchy(user('pia'), 'gcp/archive', 'R--', 'the project contains the bucket'),
  overview(user('ina'), 'gcp/invoices', 'R--', 'the policy of the bucket names the user, and addresses ignore case'),
  overview(user('ina'), 'gcp/archive', '---', 'the policy is of another bucket'),
  roles(user('pia'), 'gcp/invoices', 'may not storage.objects.create', 'the role contains only reading'),
  roles(user('adam'), 'gcp/invoices', 'RW-', 'the role reads and writes objects'),
  roles(user('sara'), 'gcp/invoices', 'RWA', 'the role sets policies'),
  roles(user('cleo'), 'gcp/invoices', '-W-', 'the role creates objects only'),
  roles(user('kent'), 'gcp/invoices', 'RW-', 'the custom role reads and changes buckets'),
  roles(user('basic'), 'gcp/archive', 'R--', 'the basic role reads buckets'),
  roles(user('seth'), 'gcp/token', 'R--', 'the role reads the versions of the secret'),
  roles(user('seth'), 'gcp/invoices', '---', 'the role contains no permission of buckets'),
  convenience(user('basic'), 'gcp/invoices', 'RW-', 'projectViewer names the viewers of the project'),
  principals('gcp/rob@harbour.example', 'gcp/invoices', 'R--', 'the role is bound to a group of the user, through a nested group'),
  principals('allUsers', 'gcp/website', 'R--', 'the policy names everyone'),
  principals('allUsers', 'gcp/website', 'may not storage.objects.create', 'the role contains only reading'),
  principals('allAuthenticatedUsers', 'gcp/signed-in', 'R--', 'the policy names everyone who is signed in'),
  principals('gcp/rob@harbour.example', 'gcp/company', 'R--', 'the domain contains the user'),
  principals('gcp/deploy@harbour-web.iam.gserviceaccount.com', 'gcp/invoices', '-W-', 'the policy names the service account'),
  identifiers(APP, 'gcp/archive', 'R--', 'the pool contains the identities of a repository'),
  identifiers('gcp/idle@harbour-web.iam.gserviceaccount.com', 'gcp/archive', 'R--', 'the role is bound to all service accounts of the project'),
  identifiers(BUILD, 'gcp/signed-in', 'may storage.objects.create', 'the policy names the identity, and the deny rule makes an exception of it'),
  identifiers(APP, 'gcp/signed-in', 'may not storage.objects.create', 'a deny policy names the whole pool'),
  principals(APP, 'gcp/signed-in', 'may not storage.objects.get', 'identities of pools did not sign in to Google'),
  workloads(POD, 'gcp/archive', 'R--', 'the role is bound to the namespace of the service account of Kubernetes'),
  deny(DOCS, 'gcp/deploy@harbour-web.iam.gserviceaccount.com', 'r--', 'the denied actor may work on the repository'),
  boundaries(OUTSIDE, 'gcp/invoices', '-w-', 'the boundary of the pool makes only another folder eligible, and may block the permission'),
  boundaries(BUILD, 'gcp/invoices', 'may not storage.objects.get', 'a boundary grants nothing'),
  boundaries(BUILD, 'gcp/archive', 'R--', 'the role is bound to the whole pool, and the boundary of the project makes its resources eligible'),
  deny(BLOCKED_BUILD, 'gcp/archive', '---', 'a deny policy names the identity'),
  deny(user('denied'), 'gcp/invoices', '---', 'a deny policy of the organization overrides the role'),
  deny(user('spared'), 'gcp/invoices', 'R--', 'the deny rule makes an exception of the user'),
  deny(user('maybe'), 'gcp/invoices', 'r--', 'the deny rule depends on tags that are unknown'),
  deny(user('no-delete'), 'gcp/invoices', 'may not storage.objects.delete', 'the deny policy of the project names the permission'),
  deny(user('no-delete'), 'gcp/invoices', 'may storage.objects.create', 'the deny policy names another permission'),
  conditions(user('expired'), 'gcp/invoices', '---', 'the condition ended in the past'),
  conditions(user('until'), 'gcp/invoices', 'r--', 'the access ends at a time to come'),
  conditions(user('since'), 'gcp/invoices', 'R--', 'the time has come'),
  conditions(user('prefix'), 'gcp/invoices', 'R--', 'the name of the bucket starts with the prefix'),
  conditions(user('prefix'), 'gcp/archive', '---', 'the name of the bucket is another one'),
  conditions(user('inside'), 'gcp/invoices', 'r--', 'only some objects have the prefix'),
  conditions(user('machines'), 'gcp/invoices', '---', 'the bucket has another type'),
  conditions(user('service'), 'gcp/invoices', 'R--', 'the bucket belongs to the service'),
  conditions(user('tagged'), 'gcp/invoices', 'r--', 'the tags are unknown'),
  impersonation(user('tina'), 'gcp/deploy@harbour-web.iam.gserviceaccount.com', 'assumes', 'the role gets access tokens'),
  impersonation(user('vince'), 'gcp/deploy@harbour-web.iam.gserviceaccount.com', 'cannot assume', 'the role only views'),
  impersonation(user('tina'), 'gcp/idle@harbour-web.iam.gserviceaccount.com', 'cannot assume', 'the role is bound on another service account'),
  impersonation(user('barred'), 'gcp/deploy@harbour-web.iam.gserviceaccount.com', 'cannot assume', 'a deny policy removes the permission'),
];
