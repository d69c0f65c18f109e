import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invertedSentence } from './inverted-sentence.mjs';
import { tableOwner } from './table-owner.mjs';

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), '../../server/src');

/** The project's own rules, as a plugin of oxlint. */
export default {
  meta: { name: 'cam' },
  rules: { 'inverted-sentence': invertedSentence, 'table-owner': tableOwner(SOURCES) },
};
