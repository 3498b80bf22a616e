import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ServiceRequestError } from '../api/client.ts';
import { useAction } from '../api/mutations.ts';
import { answerInvitation, invitationQuery } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { readLinkToken } from '../ui/link-token.ts';
import { Problem } from '../ui/problem.tsx';
import type { ScreenProps } from '../ui/screen.ts';
import { Time } from '../ui/time.tsx';

const ROLE_RIGHTS = {
  contributor: 'Contributors and their agents make, move and publish their own websites in it.',
  viewer: 'Viewers see who its members are, and nothing else.',
} as const;

/** Returns the error of an invitation link with a message and a hint for the person who opened the link. */
function explainRefusal(refusal: ServiceRequestError): ServiceRequestError {
  if (refusal.code === 'gone')
    return new ServiceRequestError(refusal.status, {
      code: 'gone',
      message: 'This invitation has expired.',
      hint: 'Ask the founder of the World for a new link.',
    });
  if (refusal.code === 'not_found' || refusal.code === 'invalid_input')
    return new ServiceRequestError(refusal.status, {
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
        {accepted ? (
          <Link to={`/worlds/${word}`}>Open the World</Link>
        ) : (
          <Link to="/">Go home</Link>
        )}
      </p>
    </section>
  );
}

/**
 * The screen on which the recipient of an invitation link sees the invitation to a World (public identity) and accepts or
 * declines it.
 */
export function InvitationScreen({ params }: ScreenProps) {
  const word = params['word'] ?? '';
  const [token] = useState(readLinkToken);
  const invitation = useQuery(invitationQuery(word, token));
  const [accepted, setAccepted] = useState<boolean | null>(null);
  const answer = useAction();
  const respond = (accept: boolean) => (): void =>
    answer.run(async () => {
      await answerInvitation(word, token, accept);
      setAccepted(accept);
    });
  const { data } = invitation;
  return (
    <>
      <Heading title="Invitation" />
      {accepted !== null && <InvitationResult word={word} accepted={accepted} />}
      {invitation.isPending && <p aria-busy="true">Reading the invitation…</p>}
      {invitation.error !== null && <Problem refusal={explainRefusal(invitation.error)} />}
      {accepted === null && data !== undefined && (
        <section className="card">
          <h2>
            <bdi>{data.title}</bdi>
          </h2>
          <p>
            <strong>
              <bdi>{data.invited_by}</bdi>
            </strong>{' '}
            invites you to the World <strong>{data.word}</strong> as a {data.role}.{' '}
            {ROLE_RIGHTS[data.role]}
          </p>
          <p className="hint">
            The link works once, and expires <Time iso={data.expires_at} />.
          </p>
          <Problem refusal={answer.refusal === null ? null : explainRefusal(answer.refusal)} />
          <div className="row">
            <Button look="primary" busy={answer.busy} onClick={respond(true)}>
              Accept
            </Button>
            <Button busy={answer.busy} onClick={respond(false)}>
              Decline
            </Button>
          </div>
        </section>
      )}
    </>
  );
}
