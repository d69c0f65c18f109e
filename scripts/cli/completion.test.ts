import { Argument, Command, Option } from 'commander';
import { completionScript, completionsOf, SHELLS } from './completion';

const program = new Command('cam')
  .addCommand(
    new Command('tiers')
      .addCommand(new Command('export').addOption(new Option('--output <format>').choices(['json', 'yaml'])).option('--json'))
      .addCommand(new Command('apply').argument('<file>').option('--plan')),
  )
  .addCommand(new Command('tokens'))
  .addCommand(new Command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh'])));

it.each([
  [[''], ['completion', 'tiers', 'tokens']],
  [['t'], ['tiers', 'tokens']],
  [
    ['tiers', ''],
    ['apply', 'export'],
  ],
  [
    ['tiers', 'export', '--'],
    ['--json', '--output'],
  ],
  [
    ['tiers', 'export', '--output', ''],
    ['json', 'yaml'],
  ],
  [['tiers', 'export', '--output', 'y'], ['yaml']],
  [['tiers', 'apply', ''], []],
  [['completion', 'z'], ['zsh']],
  [['nonsense', 'q'], []],
])('completes %j with %j', (words, expected) => expect(completionsOf(program, words)).toEqual(expected));

it.each(SHELLS)('the script for %s asks the program itself', (shell) => expect(completionScript(shell)).toContain('cam __complete'));
