import type { Refusal } from '../api.ts';

/** Shows a refusal with its hint; screen readers announce it. */
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
