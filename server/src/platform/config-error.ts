/** A setting, file or folder of the operator keeps the server from starting. Its message says what to do. */
export class ConfigError extends Error {}
