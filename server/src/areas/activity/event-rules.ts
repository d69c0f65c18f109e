import { at, fields, list, text } from '../../platform/json-values';
import { mitre, REMOTE_PORTS, stratus, type EventRule } from './event-rule';
import { CLOUD_EVENT_RULES } from './event-rules-clouds';
import type { LoggedEvent } from './logged-event';
import { isForOutsiders, outsidersOf } from './outsiders';

const parameters = ({ record }: LoggedEvent) => fields(record?.requestParameters);

/** The user that a call is about, where it is another one than the caller. */
function somebodyElse(event: LoggedEvent): string | null {
  const user = text(parameters(event).userName);
  return user !== '' && !event.identity.endsWith(`/${user}`) ? user : null;
}

const ADMINISTRATORS = /:policy\/(?:AdministratorAccess|IAMFullAccess|PowerUserAccess)$/;
/** Calls of AWS, and those of other clouds that are the same. */
const COMMON_RULES: readonly EventRule[] = [
  {
    id: 'log-tampering',
    title: 'Logging was turned off',
    severity: 'HIGH',
    technique: 'T1562.008',
    source: stratus('aws.defense-evasion.cloudtrail-stop'),
    countsAttempts: true,
    actions: [
      'cloudtrail:stoplogging',
      'cloudtrail:deletetrail',
      'ec2:deleteflowlogs',
      'config:stopconfigurationrecorder',
      'config:deleteconfigurationrecorder',
      'guardduty:deletedetector',
      'securityhub:disablesecurityhub',
      'logging.sinks.delete',
      'logging.buckets.delete',
      'logging.logs.delete',
      'microsoft.insights/diagnosticsettings/delete',
      'microsoft.operationalinsights/workspaces/delete',
      'microsoft.network/networkwatchers/flowlogs/delete',
      'system.log_stream.lifecycle.deactivate',
      'system.log_stream.lifecycle.delete',
    ],
  },
  {
    id: 'log-narrowing',
    title: 'Less is logged than before',
    severity: 'HIGH',
    technique: 'T1562.008',
    source: stratus('aws.defense-evasion.cloudtrail-event-selectors'),
    actions: ['cloudtrail:puteventselectors'],
    reads: (event) => {
      const narrow = list(parameters(event).eventSelectors).find(
        (selector) => at(selector, 'includeManagementEvents') === false || ['ReadOnly', 'WriteOnly'].includes(text(at(selector, 'readWriteType'))),
      );
      return narrow === undefined ? null : `the trail ${text(parameters(event).trailName)} leaves out management events or half of all calls`;
    },
  },
  {
    id: 'log-expiry',
    title: 'Objects of a bucket are deleted within days',
    severity: 'MEDIUM',
    technique: 'T1485',
    source: stratus('aws.defense-evasion.cloudtrail-lifecycle-rule'),
    actions: ['s3:putlifecycleconfiguration'],
    reads: (event) => {
      const rules = at(parameters(event), 'LifecycleConfiguration', 'Rule');
      const days = (Array.isArray(rules) ? rules : [rules]).map((rule) => Number(at(rule, 'Expiration', 'Days'))).filter((count) => count > 0);
      const least = Math.min(...days);
      return least <= 3 ? `objects of ${text(parameters(event).bucketName)} are deleted after ${least} ${least === 1 ? 'day' : 'days'}` : null;
    },
  },
  {
    id: 'leaves-organization',
    title: 'An account was to leave its organization',
    severity: 'HIGH',
    technique: 'T1562',
    source: stratus('aws.defense-evasion.organizations-leave'),
    countsAttempts: true,
    actions: ['organizations:leaveorganization'],
  },
  {
    id: 'image-shared',
    title: 'A copy of data was shared with an outsider',
    severity: 'HIGH',
    technique: 'T1537',
    source: stratus('aws.exfiltration.ec2-share-ebs-snapshot'),
    actions: ['ec2:modifysnapshotattribute', 'ec2:modifyimageattribute', 'rds:modifydbsnapshotattribute', 'rds:modifydbclustersnapshotattribute'],
    reads: (event) => {
      const { createVolumePermission, launchPermission, valuesToAdd, snapshotId, imageId, dBSnapshotIdentifier } = parameters(event);
      const added = [createVolumePermission, launchPermission].flatMap((permission) => list(at(permission, 'add', 'items')));
      const to = [...added.map((item) => text(at(item, 'userId')) || text(at(item, 'group'))), ...list(valuesToAdd).map(text)].filter(
        (name) => name !== '' && name !== event.accountId,
      );
      const what = text(snapshotId) || text(imageId) || text(dBSnapshotIdentifier) || 'a snapshot';
      return to.length === 0 ? null : `${what} was shared with ${to.map((name) => (name === 'all' ? 'everybody' : `account ${name}`)).join(', ')}`;
    },
  },
  {
    id: 'opened-to-outsiders',
    title: 'A resource was opened to outsiders',
    severity: 'HIGH',
    technique: 'T1098',
    source: stratus('aws.exfiltration.s3-backdoor-bucket-policy'),
    actions: ['s3:putbucketpolicy', 'iam:updateassumerolepolicy', 'iam:createrole', 'lambda:addpermission', 'sns:addpermission', 'sqs:addpermission'],
    reads: (event) => {
      const { bucketPolicy, policyDocument, assumeRolePolicyDocument, principal, bucketName, roleName, functionName } = parameters(event);
      const who =
        typeof principal === 'string'
          ? [principal].filter((one) => isForOutsiders(one, event.accountId))
          : outsidersOf(bucketPolicy ?? policyDocument ?? assumeRolePolicyDocument, event.accountId);
      const what = text(bucketName) || text(roleName) || text(functionName) || 'a resource';
      return who.length === 0 ? null : `${what} lets in ${who.map((one) => (one === '*' ? 'everybody' : one)).join(', ')}`;
    },
  },
  {
    id: 'credentials-for-others',
    title: 'Somebody made credentials of another user',
    severity: 'MEDIUM',
    technique: 'T1098.001',
    source: stratus('aws.persistence.iam-backdoor-user'),
    actions: ['iam:createaccesskey', 'iam:createloginprofile', 'iam:updateloginprofile'],
    reads: (event) => {
      const user = somebodyElse(event);
      return user === null ? null : `${event.name} for ${user}`;
    },
  },
  {
    id: 'administrator-made',
    title: 'Somebody was made an administrator',
    severity: 'HIGH',
    technique: 'T1098.003',
    source: stratus('aws.persistence.iam-create-admin-user'),
    actions: ['iam:attachuserpolicy', 'iam:attachrolepolicy', 'iam:attachgrouppolicy', 'microsoft.authorization/elevateaccess/action'],
    reads: (event) => {
      if (event.record?.requestParameters === undefined)
        return event.name.toLowerCase().includes('elevateaccess') ? 'access to all of the directory was taken' : null;
      const { policyArn, userName, roleName, groupName } = parameters(event);
      const who = text(userName) || text(roleName) || text(groupName);
      return ADMINISTRATORS.test(text(policyArn)) ? `${who} was given ${text(policyArn).split('/').at(-1) ?? ''}` : null;
    },
  },
  {
    id: 'login-without-mfa',
    title: 'A password alone was enough to sign in',
    severity: 'MEDIUM',
    technique: 'T1078.004',
    source: stratus('aws.initial-access.console-login-without-mfa'),
    actions: ['signin:consolelogin'],
    reads: ({ record, succeeded }) => {
      const isUser = ['IAMUser', 'Root'].includes(text(at(record, 'userIdentity', 'type')));
      const isIn = succeeded && text(at(record, 'responseElements', 'ConsoleLogin')) !== 'Failure';
      return isUser && isIn && text(at(record, 'additionalEventData', 'MFAUsed')) === 'No' ? 'the console was entered without a second factor' : null;
    },
  },
  {
    id: 'second-factor-removed',
    title: 'A second factor was taken away',
    severity: 'MEDIUM',
    technique: 'T1556.006',
    source: mitre('T1556.006'),
    actions: ['iam:deactivatemfadevice', 'user.mfa.factor.deactivate', 'user.mfa.factor.reset_all'],
  },
  {
    id: 'opened-to-internet',
    title: 'A port for remote work was opened to the internet',
    severity: 'HIGH',
    technique: 'T1562.007',
    source: stratus('aws.exfiltration.ec2-security-group-open-port-22-ingress'),
    actions: ['ec2:authorizesecuritygroupingress'],
    reads: (event) => {
      const own = parameters(event);
      const permissions = [own, ...list(at(own, 'ipPermissions', 'items'))].map(fields);
      const open = permissions.flatMap((permission) => {
        const ranges = [
          text(permission.cidrIp),
          ...list(at(permission.ipRanges, 'items')).map((range) => text(at(range, 'cidrIp'))),
          ...list(at(permission.ipv6Ranges, 'items')).map((range) => text(at(range, 'cidrIpv6'))),
        ];
        if (!ranges.some((range) => range === '0.0.0.0/0' || range === '::/0')) return [];
        if (text(permission.ipProtocol) === '-1') return ['every port'];
        const [from, to] = [Number(permission.fromPort), Number(permission.toPort)];
        return REMOTE_PORTS.filter(([port]) => from <= port && port <= to).map(([, name]) => name);
      });
      return open.length === 0 ? null : `${text(own.groupId) || text(own.groupName)} lets everybody in by ${[...new Set(open)].join(', ')}`;
    },
  },
  {
    id: 'machine-passwords',
    title: 'Passwords of Windows machines were asked for',
    severity: 'MEDIUM',
    technique: 'T1552.005',
    source: stratus('aws.credential-access.ec2-get-password-data'),
    countsAttempts: true,
    actions: ['ec2:getpassworddata'],
  },
  {
    id: 'trust-anchor',
    title: 'Certificates from outside were trusted',
    severity: 'MEDIUM',
    technique: 'T1098',
    source: stratus('aws.persistence.rolesanywhere-create-trust-anchor'),
    actions: ['rolesanywhere:createtrustanchor', 'iam:createsamlprovider', 'iam:createopenidconnectprovider'],
  },
  {
    id: 'mining-machines',
    title: 'Machines fit for mining were asked for',
    severity: 'MEDIUM',
    technique: 'T1496',
    source: stratus('aws.execution.ec2-launch-unusual-instances'),
    countsAttempts: true,
    actions: ['ec2:runinstances'],
    reads: (event) => {
      const type = text(parameters(event).instanceType);
      return /^(?:p|g|trn|inf)\d/.test(type) ? `instances of type ${type}` : null;
    },
  },
  {
    id: 'start-script-changed',
    title: 'What a machine runs at its start was changed',
    severity: 'MEDIUM',
    technique: 'T1059',
    source: stratus('aws.execution.ec2-user-data'),
    actions: ['ec2:modifyinstanceattribute', 'microsoft.compute/virtualmachines/runcommand/action'],
    reads: (event) => {
      if (event.action.toLowerCase().startsWith('microsoft')) return 'a command was run on a virtual machine';
      return parameters(event).userData === undefined ? null : `the user data of ${text(parameters(event).instanceId)}`;
    },
  },
  {
    id: 'disk-exported',
    title: 'A disk was made to be downloaded',
    severity: 'HIGH',
    technique: 'T1537',
    source: stratus('azure.exfiltration.disk-export'),
    actions: ['microsoft.compute/disks/begingetaccess/action', 'microsoft.compute/snapshots/begingetaccess/action'],
  },
  {
    id: 'service-account-key',
    title: 'A key of a service account was made',
    severity: 'LOW',
    technique: 'T1098.001',
    source: stratus('gcp.persistence.create-service-account-key'),
    actions: ['iam.serviceaccountkeys.create', 'storage.hmackeys.create'],
  },
  {
    id: 'key-destroyed',
    title: 'A key that encrypts data is to be destroyed',
    severity: 'HIGH',
    technique: 'T1485',
    source: mitre('T1485'),
    actions: ['kms:schedulekeydeletion', 'cloudkms.cryptokeyversions.destroy', 'microsoft.keyvault/vaults/delete'],
  },
  {
    id: 'directory-takeover',
    title: 'Okta told of a takeover',
    severity: 'HIGH',
    technique: 'T1078.004',
    source: 'https://developer.okta.com/docs/reference/api/event-types/',
    actions: ['user.session.impersonation.grant', 'user.account.report_suspicious_activity_by_enduser', 'security.threat.detected'],
    countsAttempts: true,
  },
];

/** All of them, in the order of the documentation. */
export const EVENT_RULES: readonly EventRule[] = [...COMMON_RULES, ...CLOUD_EVENT_RULES];

/** Actions of which rules read the whole record, in lower case. */
export const READ_ACTIONS: readonly string[] = EVENT_RULES.filter(({ reads }) => reads).flatMap(({ actions }) => actions);
