/** Connects sources and organizations, pulls their data and imports bundles. Other folders import only from here. */
export { SourceConnections } from './connections';
export type { AwsResponse } from './connectors/aws/responses';
export { AWS_SERVICES, type AwsService, type FieldShape, fieldsOf, operationOf } from './connectors/aws/operations';
export { FIRST_LIST, REGIONAL_DETAILS, REGIONAL_LISTS, type RegionalList } from './connectors/aws/regional-calls';
export { type AwsKeys, signedHeaders } from '../platform/aws/sigv4';
export { escapeXml } from '../platform/aws/xml';
export type { ConnectorContext, Credentials } from './connectors/connectors';
export { ProviderEndpoints } from './connectors/endpoints';
export { correlatedSourcesRoutes, listCorrelated } from './correlated-sources';
export type { EditedSource } from './edited-bundle';
export { ImportDebounce } from './import-debounce';
export { OrganizationsService } from './organizations';
export { pullSchedule } from './pull-schedule';
export { sourcesRoutes } from './routes';
export { serverAwsKeys } from './server-aws-keys';
export { SourcesService } from './service';
export type { RunState } from './store';
