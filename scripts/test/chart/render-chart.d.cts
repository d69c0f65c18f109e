/** Folder of the chart. */
export const CHART: string;
/** File with the values of an installation. */
export const EXAMPLE: string;
/** File with the manifests that the example gives. */
export const RENDERED: string;
export function digestOfChart(): string;
export function readYaml(file: string): unknown;
/** Returns the rendered manifests; null where neither Helm nor Go with Sprig is on this machine. */
export function render(): string | null;
/** Returns the values of the chart with changes; null: without. */
export function valuesOf(change: unknown): Record<string, unknown>;
