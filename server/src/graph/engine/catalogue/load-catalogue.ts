import { readFileSync } from 'node:fs';
import { Catalogue, type CatalogueFile } from './catalogue';

let loaded: Catalogue | null = null;

/** Loads the catalogue next to the built server, once. */
export function loadCatalogue(file: URL): Catalogue {
  loaded ??= new Catalogue(JSON.parse(readFileSync(file, 'utf8')) as CatalogueFile);
  return loaded;
}
