import type { ProposalPart, ProposedDocument } from '@cam/contracts';

/** Forms in which a proposed policy or role is shown. */
const FORMS = ['JSON', 'Terraform', 'CLI', 'Diff'] as const;
export type Form = (typeof FORMS)[number];

/** The identity that a proposal is about. */
export interface ProposalSubject {
  /** Type in the graph, such as ROLE. */
  type: string;
  name: string;
  accountId: string;
}

/** A document in one form. */
interface FormedDocument {
  content: string;
  fileName: string;
  mime: string;
}

/** Returns the forms of a document. Assignments have no form of their own in Terraform or on a command line. */
export function formsOf({ format }: ProposedDocument): Form[] {
  if (format === 'OKTA_ASSIGNMENTS' || format === 'ENTRA_ASSIGNMENTS') return ['JSON', 'Diff'];
  return FORMS.filter((form) => form !== 'CLI' || format !== 'OKTA_ROLE');
}

/** Returns a document in a form, for a person to read, copy or download. */
export function inForm(form: Form, document: ProposedDocument, part: ProposalPart, subject: ProposalSubject): FormedDocument {
  const base = document.file_name.replace(/\.json$/, '');
  if (form === 'Terraform') return { content: terraformOf(document, subject), fileName: `${base}.tf`, mime: 'text/plain' };
  if (form === 'CLI') return { content: commandsOf(document, subject), fileName: `${base}.sh`, mime: 'text/x-shellscript' };
  if (form === 'Diff') return { content: diffOf(document, part), fileName: `${base}.diff`, mime: 'text/x-diff' };
  return { content: document.content, fileName: document.file_name, mime: 'application/json' };
}

/** The JSON of each format, as far as the other forms use it. */
interface Content {
  Name?: string;
  Description?: string;
  AssignableScopes?: string[];
  Actions?: string[];
  NotActions?: string[];
  DataActions?: string[];
  NotDataActions?: string[];
  Statement?: { Effect?: string; Action?: string | string[]; NotAction?: string | string[] }[];
  title?: string;
  includedPermissions?: string[];
  label?: string;
  description?: string;
  permissions?: string[];
  displayName?: string;
  rolePermissions?: { allowedResourceActions?: string[] }[];
}

/** AWS attaches managed policies to these types of identities, by this word. */
const ATTACHED: Readonly<Record<string, string>> = { ROLE: 'role', USER: 'user', GROUP: 'group' };

function terraformOf(document: ProposedDocument, { type, name, accountId }: ProposalSubject): string {
  const content = JSON.parse(document.content) as Content;
  const id = idOf(document);
  if (document.format === 'AWS_POLICY') {
    const to = ATTACHED[type];
    const policy = block(`resource "aws_iam_policy" "${id}"`, [
      `name   = ${hcl(policyName(document))}`,
      `policy = <<-JSON\n${indent(inTemplate(document.content), 4)}\n  JSON`,
    ]);
    if (to === undefined) return policy;
    const attachment = block(`resource "aws_iam_${to}_policy_attachment" "${id}"`, [
      `${to.padEnd(10)} = ${hcl(name)}`,
      `policy_arn = aws_iam_policy.${id}.arn`,
    ]);
    return `${policy}\n${attachment}`;
  }
  if (document.format === 'AZURE_ROLE') {
    const scopes = content.AssignableScopes ?? [];
    return block(`resource "azurerm_role_definition" "${id}"`, [
      `name              = ${hcl(content.Name ?? '')}`,
      `description       = ${hcl(content.Description ?? '')}`,
      `scope             = ${hcl(scopes[0] ?? '')}`,
      `assignable_scopes = ${list(scopes)}`,
      `permissions {\n    actions          = ${list(content.Actions, 4)}\n    not_actions      = ${list(content.NotActions, 4)}\n    data_actions     = ${list(content.DataActions, 4)}\n    not_data_actions = ${list(content.NotDataActions, 4)}\n  }`,
    ]);
  }
  if (document.format === 'GCP_ROLE')
    return block(`resource "google_project_iam_custom_role" "${id}"`, [
      `project     = ${hcl(accountId)}`,
      `role_id     = ${hcl(id)}`,
      `title       = ${hcl(content.title ?? '')}`,
      `description = ${hcl(content.description ?? '')}`,
      `permissions = ${list(content.includedPermissions)}`,
    ]);
  if (document.format === 'OKTA_ROLE')
    return block(`resource "okta_admin_role_custom" "${id}"`, [
      `label       = ${hcl(content.label ?? '')}`,
      `description = ${hcl(content.description ?? '')}`,
      `permissions = ${list(content.permissions)}`,
    ]);
  return block(`resource "azuread_custom_directory_role" "${id}"`, [
    `display_name = ${hcl(content.displayName ?? '')}`,
    `description  = ${hcl(content.description ?? '')}`,
    `enabled      = true`,
    `version      = "1.0"`,
    `permissions {\n    allowed_resource_actions = ${list(
      content.rolePermissions?.flatMap((one) => one.allowedResourceActions ?? []),
      4,
    )}\n  }`,
  ]);
}

function commandsOf(document: ProposedDocument, { type, name, accountId }: ProposalSubject): string {
  const file = shell(document.file_name);
  const steps = [`# 1. Download the JSON as ${document.file_name.replace(/[\r\n]/g, ' ')}.`];
  if (document.format === 'AWS_POLICY') {
    const policy = policyName(document);
    const to = ATTACHED[type];
    steps.push(
      `# 2. Create the policy.\naws iam create-policy --policy-name ${shell(policy)} --policy-document ${shell(`file://${document.file_name}`)}`,
    );
    if (to !== undefined)
      steps.push(
        `# 3. Attach it.\naws iam attach-${to}-policy --${to}-name ${shell(name)} \\\n  --policy-arn ${shell(`arn:aws:iam::${accountId}:policy/${policy}`)}`,
      );
  } else if (document.format === 'AZURE_ROLE')
    steps.push(`# 2. Create the role.\naz role definition create --role-definition ${shell(`@${document.file_name}`)}`);
  else if (document.format === 'GCP_ROLE')
    steps.push(`# 2. Create the role.\ngcloud iam roles create ${shell(idOf(document))} --project=${shell(accountId)} --file=${file}`);
  else
    steps.push(
      `# 2. Create the role.\naz rest --method POST --url https://graph.microsoft.com/v1.0/roleManagement/directory/roleDefinitions \\\n  --body ${shell(`@${document.file_name}`)}`,
    );
  return `${[...steps, `# Then: ${document.place.replace(/[\r\n]/g, ' ')}`].join('\n\n')}\n`;
}

/** Returns the permissions that stay and those that go, by service, as lines of a diff. */
function diffOf(document: ProposedDocument, { taken_away: removed }: ProposalPart): string {
  const gone = removed.services.flatMap(({ service, actions, examples }) => [
    ...examples.map((example) => `- ${example}`),
    ...(actions > examples.length ? [`- ${actions - examples.length} more of ${service}`] : []),
  ]);
  const kept = actionsOf(JSON.parse(document.content) as Content).map((action) => `  ${action}`);
  return `${['--- current permissions', `+++ ${document.file_name}`, ...kept, ...gone].join('\n')}\n`;
}

function actionsOf(content: Content): string[] {
  const ofStatements = (content.Statement ?? []).filter(({ Effect }) => Effect === 'Allow').flatMap(({ Action }) => Action ?? []);
  const ofRoles = [content.Actions, content.DataActions, content.includedPermissions, content.permissions].flatMap((one) => one ?? []);
  const ofEntra = content.rolePermissions?.flatMap((one) => one.allowedResourceActions ?? []) ?? [];
  return [...new Set([...ofStatements, ...ofRoles, ...ofEntra])].sort();
}

function policyName({ file_name: file }: ProposedDocument): string {
  return file.replace(/\.json$/, '');
}

/** Returns the name of a document as an identifier of Terraform and Google Cloud. */
function idOf({ file_name: file }: ProposedDocument): string {
  const id = file.replace(/\.json$/, '').replace(/[^A-Za-z0-9_]+/g, '_');
  return /^[A-Za-z_]/.test(id) ? id : `_${id}`;
}

function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
}

function list(values: readonly string[] = [], by = 2): string {
  if (values.length === 0) return '[]';
  const pad = ' '.repeat(by);
  return `[\n${values.map((value) => `${pad}  ${hcl(value)},`).join('\n')}\n${pad}]`;
}

function indent(text: string, by: number): string {
  return text.replace(/^/gm, ' '.repeat(by));
}

/** Escapes what Terraform would evaluate in a text, such as the variables of AWS policies. */
function inTemplate(text: string): string {
  return text.replace(/([$%])\{/g, '$1$1{');
}

/** Returns a text as a string of Terraform. Names come from the cloud, and must not end the string. */
function hcl(text: string): string {
  return inTemplate(JSON.stringify(text));
}

/** Returns a text as one word of a shell. Names come from the cloud, and must not run as commands. */
function shell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}
