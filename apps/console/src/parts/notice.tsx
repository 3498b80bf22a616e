import type { Refusal } from '../api.ts';

/** Says why something did not work and what to do next; read aloud when it appears. */
export function Problem({ refusal }: { readonly refusal: Refusal | null }) {
  return (
    <div role="alert" className={refusal === null ? 'quiet' : 'problem'}>
      {refusal !== null && (
        <>
          <strong>{refusal.message}</strong> {refusal.hint}
        </>
      )}
    </div>
  );
}
