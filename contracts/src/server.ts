/** What only a server, a build or a test may import: the endpoints with their schemas. Browsers take types from the index. */
export * from './endpoint';
export * from './endpoints';
export * from './vocabulary';
export * from './errors';
export * from './remote-manifest';
export * from './areas/entities';
export * from './areas/flags';
export * from './areas/graph-query';
export * from './areas/intents';
export * from './areas/operator';
export * from './areas/remotes';
export * from './areas/reports';
export * from './areas/session';
export * from './areas/sources';
