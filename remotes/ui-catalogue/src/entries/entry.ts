import type { ComponentType } from 'react';

/** A component of `@cam/ui` in the catalogue. */
export interface Entry {
  /** Its export. */
  name: string;
  /** One or two sentences: what it is for. */
  about: string;
  /** The main properties in words. */
  props: readonly (readonly [name: string, words: string])[];
  /** The live example. */
  Example: ComponentType;
  /** The text of the example's file. */
  source: string;
}
