import { compatibilityIssues, type ApiSnapshot, type RemoteManifest } from '@cam/contracts/server';
import type { Refusal, GateContext } from './gate';
import type { ReleaseFiles } from './release-archive';
import { CONTRACT_FILE, jsonOf } from './release-candidate';

/** Checks that the server serves each call of the release, and that no field that it sends or reads has changed since its build. */
export function callsGate(manifest: RemoteManifest, files: ReleaseFiles, { served }: GateContext): Refusal[] {
  const contract = jsonOf(files, CONTRACT_FILE);
  if (typeof contract !== 'object' || contract === null)
    return [
      { gate: 'calls', problem: `${CONTRACT_FILE} is missing or not JSON.`, fix: 'Build with the preset of this repository, which writes it.' },
    ];
  return manifest.calls.flatMap((call): Refusal[] => {
    const now = served.get(call);
    const known = (contract as ApiSnapshot)[call];
    if (!now) return [refusal(`It calls "${call}", which this server does not serve.`)];
    if (!known?.body || !known.answer)
      return [{ gate: 'calls', problem: `${CONTRACT_FILE} does not describe the input and answer of "${call}".`, fix: 'Build it again.' }];
    return compatibilityIssues(known, now).map((misfit) => refusal(`It calls "${call}", but ${misfit}.`));
  });
}

function refusal(problem: string): Refusal {
  return { gate: 'calls', problem, fix: 'Update the server first, or build the release against the contract that this server serves.' };
}
