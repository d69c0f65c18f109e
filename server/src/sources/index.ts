/** The door of this folder: everything that other folders may use. */
export { SourceConnections } from './connections';
export type { AwsAnswer } from './connectors/aws/answers';
export { AWS_SERVICES, type AwsService, type FieldShape, fieldsOf, operationOf } from './connectors/aws/operations';
export { FIRST_LIST, REGIONAL_DETAILS, REGIONAL_LISTS, type RegionalList } from './connectors/aws/regional-calls';
export { type AwsKeys, signedHeaders } from './connectors/aws/sigv4';
export { escapeXml } from './connectors/aws/xml';
export type { Asking, Credentials } from './connectors/connectors';
export { ProviderEndpoints } from './connectors/endpoints';
export { correlatedSourcesRoutes, listCorrelated } from './correlated-sources';
export { ImportPatience } from './import-retries';
export { OrganizationsService } from './organizations';
export { pullSchedule } from './pull-schedule';
export { sourcesRoutes } from './routes';
export { SourcesService } from './service';
