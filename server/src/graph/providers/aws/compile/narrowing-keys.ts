/**
 * Condition keys with which AWS does not treat a policy that names everyone as public.
 * @see Amazon S3 User Guide, "The meaning of public"
 */
export const NARROWING =
  /^(aws:(sourceip|sourcearn|sourcevpc|sourcevpce|sourceowner|sourceaccount|sourceorgid|sourceorgpaths|userid|principal(arn|account|orgid|orgpaths))|s3:dataaccesspoint(arn|account)|s3:x-amz-server-side-encryption-aws-kms-key-id)$/;
