import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A stage of a Dockerfile as a folder: its root holds what the file system of the image would hold. */
export interface Stage {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  /** The arguments of HEALTHCHECK and CMD; null where the stage has none. */
  healthcheck: string[] | null;
  command: string[] | null;
}

interface Instruction {
  keyword: string;
  rest: string;
}

/**
 * Runs the instructions of a Dockerfile in folders, without a container engine. The programs are those of this machine. Absolute paths in commands stand for
 * paths below the folder of the stage.
 *
 * @param context the folder that COPY reads, without what its .dockerignore names.
 * @param folder an empty folder for the stages.
 * @param targets the stages to make, and those that they are made from.
 * @throws Error if a command fails, with its output.
 */
export class DockerfileRun {
  readonly #stages = new Map<string, { from: string; instructions: Instruction[] }>();
  readonly #made = new Map<string, Stage>();
  readonly #context: string[];

  constructor(
    private readonly context: string,
    private readonly folder: string,
    private readonly args: Record<string, string>,
  ) {
    const instructions = parse(readFileSync(join(context, 'deploy/Dockerfile'), 'utf8'));
    let current: Instruction[] = [];
    for (const instruction of instructions) {
      const [, from, name] = instruction.keyword === 'FROM' ? (/^(\S+) AS (\S+)$/.exec(instruction.rest) ?? []) : [];
      if (from && name) this.#stages.set(name, { from, instructions: (current = []) });
      else current.push(instruction);
    }
    this.#context = contextFiles(context);
  }

  /** Makes a stage, after the stages that it is made from. */
  make(name: string): Stage {
    const known = this.#made.get(name);
    if (known) return known;
    const { from, instructions } = this.#stages.get(name) ?? {};
    if (!from || !instructions) throw new Error(`The Dockerfile has no stage ${name}.`);
    const root = join(this.folder, name);
    mkdirSync(root);
    const base = this.#stages.has(from) ? this.make(from) : null;
    // Hard links: nobody changes the files of a finished stage in place.
    if (base) execFileSync('cp', ['-al', `${base.root}/.`, root]);
    const stage: Stage = { ...(base ?? { workdir: '/', env: {}, user: 'root', healthcheck: null, command: null }), root };
    this.#made.set(name, stage);
    for (const instruction of instructions) this.#run(stage, instruction);
    return stage;
  }

  #run(stage: Stage, { keyword, rest }: Instruction): void {
    switch (keyword) {
      case 'WORKDIR':
        stage.workdir = rest;
        mkdirSync(join(stage.root, rest), { recursive: true });
        return;
      case 'ENV':
        stage.env = { ...stage.env, ...Object.fromEntries(rest.split(' ').map((pair) => pair.split('=') as [string, string])) };
        return;
      case 'USER':
        stage.user = rest;
        return;
      case 'COPY':
        return this.#copy(stage, rest.split(' '));
      case 'RUN':
        return this.#command(stage, rest);
      case 'HEALTHCHECK':
        stage.healthcheck = rest === 'NONE' ? null : (JSON.parse(rest.slice(rest.indexOf('['))) as string[]);
        return;
      case 'CMD':
        stage.command = JSON.parse(rest) as string[];
        return;
      case 'ARG':
      case 'EXPOSE':
      case 'VOLUME':
        return;
      default:
        throw new Error(`${keyword} is not known here.`);
    }
  }

  #copy(stage: Stage, words: string[]): void {
    const from = words[0]?.startsWith('--from=') ? this.make(words.shift()?.slice('--from='.length) ?? '') : null;
    const target = join(stage.root, stage.workdir, words.pop() ?? '');
    for (const word of words) {
      if (from) {
        mkdirSync(dirname(target), { recursive: true });
        execFileSync('cp', ['-al', `${join(from.root, word)}/.`, ...(existsSync(target) ? [target] : [mkdirp(target)])]);
        continue;
      }
      const files = word === '.' ? this.#context : this.#context.filter((file) => file === word);
      if (files.length === 0) throw new Error(`COPY ${word}: no such file in the build context`);
      for (const file of files) cpSync(join(this.context, file), word === '.' ? join(target, file) : join(target, basename(file)));
    }
  }

  #command(stage: Stage, command: string): void {
    const here = command.replaceAll(/(^|\s)\/(app|data|image|tokens)\b/g, (_all, space: string, name: string) => `${space}${join(stage.root, name)}`);
    // Ownership needs the users of the image.
    const shims = join(this.folder, 'shims');
    if (!existsSync(shims)) writeFileSync(join(mkdirp(shims), 'chown'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const env = { PATH: `${shims}:${process.env.PATH ?? ''}`, HOME: process.env.HOME ?? '', ...this.args, ...stage.env };
    try {
      execFileSync('sh', ['-c', here], { cwd: join(stage.root, stage.workdir), env, stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
      throw new Error(`RUN ${command}\n${String(stdout ?? '')}${String(stderr ?? '')}`, { cause: error });
    }
  }
}

function mkdirp(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

function parse(text: string): Instruction[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, keyword = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { keyword, rest };
    });
}

/** The files that git knows or would add, without what .dockerignore leaves out. */
function contextFiles(context: string): string[] {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean).map(toPattern);
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: context, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !ignored.some((pattern) => pattern.test(file)))
    .filter((file) => statSync(join(context, file), { throwIfNoEntry: false })?.isFile());
}

function toPattern(line: string): RegExp {
  const source = line
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(.*/)?');
  return new RegExp(`^${source}(/|$)`);
}
