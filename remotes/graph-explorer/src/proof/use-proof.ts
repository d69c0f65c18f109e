import { useEffect, useState } from 'react';
import type { Json, Report } from '@cam/checker';
import { useApi, useTrial, type ApiFailure } from '@cam/platform';

/** The access whose proof is asked for. */
export interface ProvedAccess {
  identityUri: string;
  resourceUri: string;
  kind: 'reaches' | 'not-reaches';
}

interface FoundProof {
  /** The text of the file. */
  text: string;
  report: Report;
  /** The steps in words. */
  steps: string[];
  claim: string;
}

/** Makes a proof, and replays it in this browser. The checker is loaded with the first proof. */
export function useProof({ identityUri, resourceUri, kind }: ProvedAccess): { proof?: FoundProof; failure?: ApiFailure; retry: () => void } {
  const { data, failure, retry } = useTrial('POST /v1/proofs', { body: { kind, identity_uri: identityUri, resource_uri: resourceUri } });
  const { data: keys, error } = useApi('GET /v1/proofs/keys', {});
  const [found, setFound] = useState<{ of: object; proof: FoundProof }>();
  useEffect(() => {
    if (!data || !keys) return undefined;
    let isCurrent = true;
    void replayed(data, JSON.stringify(keys)).then((proof) => {
      if (isCurrent) setFound({ of: data, proof });
    });
    return () => {
      isCurrent = false;
    };
  }, [data, keys]);
  return { proof: found && found.of === data ? found.proof : undefined, failure: failure ?? error, retry };
}

async function replayed(envelope: object, keys: string): Promise<FoundProof> {
  const { canonical, claimInWords, readPublicKeys, stepInWords, verify } = await import('@cam/checker');
  const text = canonical(envelope as Json);
  const report = await verify(text, readPublicKeys(keys));
  const { proof } = report;
  return { text, report, steps: proof ? proof.steps.map((step) => stepInWords(proof, step)) : [], claim: proof ? claimInWords(proof) : '' };
}
