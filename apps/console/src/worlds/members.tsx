import type { MemberWorld } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import {
  membersQuery,
  setMemberRole,
  type AssignableMemberRole,
  type WorldMember,
} from '../api/world-members.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { isolate } from '../ui/title-of.ts';
import { showToast } from '../ui/toast.tsx';
import { Invitations } from './invitations.tsx';
import { nameOfMember } from './name-of-member.ts';
import { RoleSelect } from './role-select.tsx';

/** Properties of the components that show one member of a World (public identity). */
interface WorldMemberProps {
  readonly word: string;
  readonly member: WorldMember;
}

/**
 * The controls with which the founder of a World (public identity) changes the role of a member (a toast can undo it) or, after
 * a confirmation, removes the member.
 */
function MemberActions({ word, member }: WorldMemberProps) {
  const refresh = useRefresh();
  const change = useAction();
  const [isAsking, setAsking] = useState(false);
  const { account_id: id, role } = member;
  const name = nameOfMember(member);
  const set = async (next: AssignableMemberRole | null): Promise<void> => {
    await setMemberRole(word, id, next);
    await refresh(['world', word]);
  };
  if (role === 'founder') return null;
  const choose = (next: AssignableMemberRole): void =>
    change.run(async () => {
      await set(next);
      showToast(`${isolate(name)} is a ${next} now`, () => set(role));
    });
  const remove = (): void =>
    change.run(async () => {
      setAsking(false);
      await set(null);
      showToast(`${isolate(name)} is no member any more`);
    });
  return (
    <>
      <RoleSelect label={`Role of ${name}`} role={role} busy={change.busy} onChoose={choose} />
      <Button look="danger" busy={change.busy} onClick={() => setAsking(true)}>
        Remove<span className="sr"> {isolate(name)}</span>
      </Button>
      <Problem refusal={change.refusal} onAgain={change.again} />
      {isAsking && (
        <Confirm
          title={`Remove ${isolate(name)}?`}
          action="Remove member"
          typed={name}
          busy={change.busy}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>
            The websites of this member leave the dashboard, the feed and the sitemap, and stay at
            their own addresses. Drafts stay the member’s. To come back, the person needs a new
            invitation.
          </p>
        </Confirm>
      )}
    </>
  );
}

function MemberRow({
  word,
  member,
  isFounder,
}: WorldMemberProps & {
  readonly isFounder: boolean;
}) {
  return (
    <li>
      <span className="what">
        <bdi>{nameOfMember(member)}</bdi>{' '}
        <span className="hint">
          {member.email !== null && (
            <>
              <bdi>{member.email}</bdi> ·{' '}
            </>
          )}
          {member.role}, since <Time iso={member.since} />
        </span>
      </span>
      {isFounder && <MemberActions word={word} member={member} />}
    </li>
  );
}

/** Lists the members of a World (public identity). Its founder also sees and creates invitations. */
export function Members({ world: { word, role } }: { readonly world: MemberWorld }) {
  const query = useQuery(membersQuery(word));
  const isFounder = role === 'founder';
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <QueryResultView query={query}>
        {({ members, invitations }) => (
          <>
            <ul className="rows" role="list">
              {members.map((member) => (
                <MemberRow
                  key={member.account_id}
                  word={word}
                  member={member}
                  isFounder={isFounder}
                />
              ))}
            </ul>
            {isFounder && <Invitations word={word} invitations={invitations} />}
          </>
        )}
      </QueryResultView>
    </section>
  );
}
