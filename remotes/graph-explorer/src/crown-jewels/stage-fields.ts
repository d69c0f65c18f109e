import { STAGES, type Stage, type StageMap } from '@cam/contracts';

/** The names of the stages for people. */
export const STAGE_NAMES: Record<Stage, string> = {
  production: 'Production',
  staging: 'Staging',
  test: 'Test',
  development: 'Development',
  sandbox: 'Sandbox',
};

/** Returns a map with another list of words of one stage. A word that another stage had moves here. */
export function withWords(map: StageMap, stage: Stage, words: 'values' | 'accounts', list: readonly string[]): StageMap {
  const wanted = normal(list);
  const stages = map.stages.map((one) => ({
    ...one,
    [words]: one.stage === stage ? wanted : one[words].filter((word) => !wanted.includes(word)),
  }));
  return { ...map, stages };
}

/** Returns a map with other tag keys, which are case-sensitive. */
export function withKeys(map: StageMap, keys: readonly string[]): StageMap {
  return { ...map, keys: [...new Set(keys.map((key) => key.trim()).filter((key) => key !== ''))] };
}

/** Returns a map in which a tag value stands for a stage; null: for none. */
export function withValue(map: StageMap, value: string, stage: Stage | null): StageMap {
  const word = value.trim().toLowerCase();
  const stages = map.stages.map((one) => {
    const others = one.values.filter((known) => known !== word);
    return { ...one, values: one.stage === stage ? [...others, word] : others };
  });
  return { ...map, stages };
}

/** Returns the words in lower case, each once. */
function normal(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''))];
}

/** Returns what is wrong with a map; null: nothing. */
export function problemOf({ keys, stages }: StageMap): string | null {
  if (keys.length === 0 && stages.every(({ accounts }) => accounts.length === 0))
    return 'Enter a tag key, or a pattern of account names. Without them, nothing belongs to a stage.';
  return null;
}

/** Returns the choices of a stage in a list, with "none". */
export function stageOptions(): { value: Stage | ''; label: string }[] {
  return [{ value: '' as const, label: 'No stage' }, ...STAGES.map((stage) => ({ value: stage, label: STAGE_NAMES[stage] }))];
}
