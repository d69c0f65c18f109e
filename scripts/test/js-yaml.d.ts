declare module 'js-yaml' {
  /** The first document of a YAML text, with anchors and merges in place. */
  export function load(text: string): unknown;
}
