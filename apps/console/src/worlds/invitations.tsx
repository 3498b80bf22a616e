import { useState } from 'react';
import { useAction } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import {
  inviteAddress,
  type AssignableMemberRole,
  type CreatedInvitation,
  type PendingInvitation,
} from '../api/world-members.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Copy } from '../ui/copy.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { Select } from '../ui/select.tsx';
import { nowMs, Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import { ROLES } from './role-select.tsx';

/** Properties of the component `InvitationRow`, which shows one unanswered invitation to a World (public identity). */
interface InvitationRowProps {
  readonly word: string;
  readonly invitation: PendingInvitation;
}

function InvitationRow({ word, invitation }: InvitationRowProps) {
  const refresh = useRefresh();
  const change = useAction();
  const [isAsking, setAsking] = useState(false);
  const { email, role, invited_at: invitedAt, expires_at: expiresAt } = invitation;
  const hasEnded = Date.parse(expiresAt) <= nowMs();
  const withdraw = (): void =>
    change.run(async () => {
      setAsking(false);
      await inviteAddress(word, email, null);
      await refresh(['world', word]);
      showToast(`The invitation of ${email} is withdrawn`);
    });
  return (
    <li>
      <span className="what">
        <bdi>{email}</bdi>{' '}
        <span className="hint">
          as {role}, invited <Time iso={invitedAt} />,{' '}
          {hasEnded ? 'ran out: invite again for a new link' : 'ends'} <Time iso={expiresAt} />
        </span>
      </span>
      <Button look="danger" busy={change.busy} onClick={() => setAsking(true)}>
        Withdraw<span className="sr"> the invitation of {email}</span>
      </Button>
      <Problem refusal={change.refusal} />
      {isAsking && (
        <Confirm
          title="Withdraw the invitation?"
          action="Withdraw"
          typed={null}
          busy={change.busy}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        >
          <p>
            The link for <bdi>{email}</bdi> ends at once. An address that became a member meanwhile
            ends its membership.
          </p>
        </Confirm>
      )}
    </li>
  );
}

/** The service's response to a request that invites an e-mail address, with this address. */
interface CreatedInvitationWithEmail extends CreatedInvitation {
  readonly email: string;
}

/**
 * Shows the link of a new invitation, which the service returns only once, or says that the address already belongs to a
 * member.
 */
function InvitationLink({ sent }: { readonly sent: CreatedInvitationWithEmail }) {
  if (sent.accept_url === null)
    return (
      <p role="status">
        <bdi>{sent.email}</bdi> is a member already and has this role now.
      </p>
    );
  return (
    <div className="card" role="status">
      <p>
        <strong>
          Send this link to <bdi>{sent.email}</bdi> now:
        </strong>{' '}
        it is shown this once. No mail is sent. It works once
        {sent.expires_at !== null && (
          <>
            {' '}
            and ends <Time iso={sent.expires_at} />
          </>
        )}
        .
      </p>
      <Copy text={sent.accept_url} label="the link" />
    </div>
  );
}

function InviteForm({ word }: { readonly word: string }) {
  const refresh = useRefresh();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<AssignableMemberRole>('contributor');
  const [sent, setSent] = useState<CreatedInvitationWithEmail | null>(null);
  const invite = useAction();
  const submit = (): void =>
    invite.run(async () => {
      setSent({ email, ...(await inviteAddress(word, email, role)) });
      setEmail('');
      await refresh(['world', word]);
    });
  return (
    <>
      <Form className="invite" aria-label="Invite" onSubmit={submit}>
        <Field
          label="E-mail"
          type="email"
          required
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
        <Select label="Role" options={ROLES} value={role} onChange={setRole} />
        <div className="field">
          <Button submit look="primary" busy={invite.busy}>
            Invite
          </Button>
        </div>
      </Form>
      <Problem refusal={invite.refusal} />
      {sent !== null && <InvitationLink sent={sent} />}
    </>
  );
}

/** Properties of the component `Invitations`, the list of the unanswered invitations to a World (public identity). */
interface InvitationsProps {
  readonly word: string;
  readonly invitations: readonly PendingInvitation[];
}

/**
 * Lists the unanswered invitations to a World (public identity), with a form that invites a person. Only its founder sees this
 * list.
 */
export function Invitations({ word, invitations }: InvitationsProps) {
  return (
    <>
      <h3>Invite a person</h3>
      <InviteForm word={word} />
      {invitations.length > 0 && (
        <>
          <h3>Open invitations</h3>
          <ul className="rows" role="list">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.email} word={word} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
