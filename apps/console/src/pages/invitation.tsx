import { useCallback, useState } from 'react';
import { api, Refusal } from '../api.ts';
import { Link } from '../parts/link.tsx';
import { Problem } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useAction, useLoaded } from '../use-loaded.ts';

/** Returns the token of the link; it is in the fragment, so it reaches no server log. */
function readInvitationToken(): string {
  return window.location.hash.slice(1);
}

const ROLE_RIGHTS = {
  contributor: 'Contributors and their agents make, move and publish their own websites in it.',
  viewer: 'Viewers see who its members are, and nothing else.',
} as const;

/** Returns the refusal of a link in the owner's terms. */
function explainRefusal(refusal: Refusal): Refusal {
  if (refusal.code === 'gone')
    return new Refusal(refusal.status, {
      code: 'gone',
      message: 'This invitation has expired.',
      hint: 'Ask the founder of the World for a new link.',
    });
  if (refusal.code === 'not_found' || refusal.code === 'invalid_input')
    return new Refusal(refusal.status, {
      code: refusal.code,
      message: 'This link does not work any more.',
      hint: 'It was used, replaced or withdrawn, or is incomplete. Ask the founder for a new one.',
    });
  return refusal;
}

function InvitationResult({
  word,
  accepted,
}: {
  readonly word: string;
  readonly accepted: boolean;
}) {
  return (
    <section className="card" role="status">
      <h2>{accepted ? `You are a member of ${word}` : 'Invitation declined'}</h2>
      <p>
        {accepted
          ? 'Keys that are not limited to other Worlds can use it from now on.'
          : 'Nothing was changed in your account, and the link does not work any more.'}
      </p>
      <p>
        <Link to="/keys">Go to your keys</Link>
      </p>
    </section>
  );
}

/** The page of an invitation: shows it, and accepts or declines it. */
export function InvitationPage({ word }: { readonly word: string }) {
  const [token] = useState(readInvitationToken);
  const [invitation] = useLoaded(useCallback(() => api.invitation(word, token), [word, token]));
  const [accepted, setAccepted] = useState<boolean | null>(null);
  const answer = useAction();
  const send = (accept: boolean) => (): void =>
    answer.run(async () => {
      await api.answerInvitation(word, token, accept);
      setAccepted(accept);
    });
  if (accepted !== null)
    return (
      <>
        <h1>Invitation</h1>
        <InvitationResult word={word} accepted={accepted} />
      </>
    );
  return (
    <>
      <h1>Invitation</h1>
      {invitation.state === 'loading' && <p aria-busy="true">Reading the invitation…</p>}
      {invitation.state === 'failed' && <Problem refusal={explainRefusal(invitation.refusal)} />}
      {invitation.state === 'ready' && (
        <section className="card">
          <h2>{invitation.value.title}</h2>
          <p>
            <strong>{invitation.value.invited_by}</strong> invites you to the World{' '}
            <strong>{invitation.value.word}</strong> as a {invitation.value.role}.{' '}
            {ROLE_RIGHTS[invitation.value.role]}
          </p>
          <p className="hint">
            The link works once, and expires <Time iso={invitation.value.expires_at} />.
          </p>
          <Problem refusal={answer.refusal === null ? null : explainRefusal(answer.refusal)} />
          <div className="row">
            <button type="button" className="primary" disabled={answer.busy} onClick={send(true)}>
              Accept
            </button>
            <button type="button" disabled={answer.busy} onClick={send(false)}>
              Decline
            </button>
          </div>
        </section>
      )}
    </>
  );
}
