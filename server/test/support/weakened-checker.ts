import { join, relative } from 'node:path';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type * as Checker from '@cam/checker';

const SOURCES = join(__dirname, '../../../shared/checker/src');
/** The parts that judge proofs. The others write files or describe them. */
const JUDGING = /^(?:rules|aws|gcp|azure|directory)\/|^(?:context|replay|merkle)\.ts$/;

/** A place in the checker where it can refuse something, as `file: what it does`. */
export type Place = string;

/** The checker, of which one place at a time can be made to accept everything. */
export interface WeakenedChecker {
  checker: typeof Checker;
  places: readonly Place[];
  /** Makes a place accept everything; null: none. */
  weaken(place: Place | null): void;
  /** Returns the places that were asked since the last call. The one that was asked last, which mostly decided, comes first. */
  asked(): Place[];
}

/**
 * Builds the checker anew with a switch in each place where it refuses: each fault that it finds, each comparison of a file with what follows, each function
 * that decides something, and each operator of conditions.
 */
export async function weakenedChecker(): Promise<WeakenedChecker> {
  const places: Place[] = [];
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, 'index.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    plugins: [
      {
        name: 'weaken',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const name = relative(SOURCES, path);
            const text = readFileSync(path, 'utf8');
            return { contents: JUDGING.test(name) ? withSwitches(name, text, places) : text, loader: 'ts' };
          });
        },
      },
    ],
  });
  let weak = -1;
  const asked = new Set<number>();
  let last = -1;
  const isStrict = (place: number): boolean => {
    asked.add(place);
    last = place;
    return place !== weak;
  };
  const module = { exports: {} };
  // The program text is the checker of this repository.
  new Function('module', 'exports', 'isStrict', outputFiles[0]?.text ?? '')(module, module.exports, isStrict);
  return {
    checker: module.exports as typeof Checker,
    places,
    weaken: (place) => (weak = place === null ? -1 : places.indexOf(place)),
    asked: () => {
      const others = [...asked].filter((place) => place !== last);
      const found = asked.size === 0 ? [] : [last, ...others];
      asked.clear();
      return found.map((place) => places[place] ?? '');
    },
  };
}

/** Adds switches to a source file. */
function withSwitches(file: string, text: string, places: Place[]): string {
  const at = (what: string): string => {
    const same = places.filter((place) => place === `${file}: ${what}` || place.startsWith(`${file}: ${what} (`)).length;
    places.push(`${file}: ${what}${same === 0 ? '' : ` (${same + 1})`}`);
    return `isStrict(${places.length - 1})`;
  };
  return text
    .replace(/throw new (Invalid|NotCheckable)\(((?:[^'"`\n]|'[^']*'|`[^`]*`)*)/g, (whole, _kind, rest: string) => {
      const [, words = rest] = /['`]([^'`]{8,})['`]/.exec(rest) ?? [];
      return `if (${at(words.trim())}) ${whole}`;
    })
    .replace(/^( +)(mustBe\(.*)$/gm, (_whole, indent: string, call: string) => `${indent}if (${at(call.slice(0, 60))}) ${call}`)
    .replace(/^((?:export )?function (\w+)\([^{}]*(?:\{[^{}]*\}[^{}]*)*\): (Truth|boolean) \{)$/gm, (whole, _head, name: string, kind: string) => {
      return `${whole} if (!${at(`${name}()`)}) return ${kind === 'Truth' ? "'yes' as const" : 'true'};`;
    })
    .replace(/^ {2}(\w+): ((?:\(given, wanted\) =>|numbers\(|times\(|isInRange).*),$/gm, (_whole, name: string, compare: string) => {
      return `  ${name}: (one: string, other: string) => !${at(`operator ${name}`)} || (${compare})(one, other),`;
    });
}
