export interface AwsOrganizationAccount {
  Id?: string;
  Arn?: string;
  Name?: string;
  Email?: string;
  Status?: string;
  State?: string;
  /** Only in newer responses: `o-exampleorgid/r-examplerootid/ou-exampleouid/`. */
  Paths?: string[];
  JoinedTimestamp?: string;
}

export interface AwsOrganizationalUnit {
  Id?: string;
  Arn?: string;
  Name?: string;
  Path?: string;
}

export interface AwsPolicySummary {
  Id?: string;
  Arn?: string;
  Name?: string;
  Description?: string;
  Type?: string;
  AwsManaged?: boolean;
}

export interface AwsOrganizationShapes {
  'organizations/describe-organization': AwsOrganizationalUnit;
  'organizations/list-roots': AwsOrganizationalUnit;
  'organizations/list-accounts': AwsOrganizationAccount;
  'organizations/list-accounts-for-parent': AwsOrganizationAccount;
  'organizations/list-organizational-units-for-parent': AwsOrganizationalUnit;
  'organizations/list-parents': { Id?: string };
  'organizations/list-policies': AwsPolicySummary;
  'organizations/list-policies-for-target': AwsPolicySummary;
  'organizations/list-targets-for-policy': { TargetId?: string };
  'organizations/describe-policy': { PolicySummary?: AwsPolicySummary; Content?: string };
}
