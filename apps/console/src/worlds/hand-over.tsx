import type { MemberWorld } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { membersQuery, type WorldMember } from '../api/world-members.ts';
import { answerOffer, offerWorld } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { Select } from '../ui/select.tsx';
import { isolate } from '../ui/title-of.ts';
import { showToast } from '../ui/toast.tsx';
import { nameOfMember } from './name-of-member.ts';

function useRefreshWorld(word: string): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(['world', word], ['worlds'], ['home']);
}

/**
 * Properties of the component `FounderHandoverForm`, with which a founder offers a World (public identity) to a member. `others` are the
 * members who can receive the offer.
 */
interface FounderHandoverFormProps {
  readonly world: MemberWorld;
  readonly others: readonly WorldMember[];
}

/**
 * The form with which a founder offers to make a member the new founder of a World (public identity). While an offer is open,
 * the form shows it with a button that withdraws it.
 */
function FounderHandoverForm({
  world: { word, handed_to: handedTo },
  others,
}: FounderHandoverFormProps) {
  const refresh = useRefreshWorld(word);
  const change = useChange(offerWorld);
  const [chosen, setChosen] = useState('');
  const member = others.find(({ account_id }) => account_id === chosen) ?? others[0];
  const nameOf = (id: string): string => {
    const one = others.find(({ account_id: other }) => other === id);
    return one === undefined ? id : nameOfMember(one);
  };
  const offer = async (to: string | null): Promise<void> => {
    const done = await change.run({ word, member: to });
    await refresh();
    if (done !== null)
      showToast(to === null ? 'The offer is taken back' : `Offered to ${isolate(nameOf(to))}`);
  };
  const { repeatable } = change;
  const problem = (
    <Problem
      refusal={change.refusal}
      onAgain={repeatable === null ? null : () => offer(repeatable.member)}
    />
  );
  if (handedTo !== null)
    return (
      <>
        <p role="status">
          Offered to <bdi>{nameOf(handedTo)}</bdi>. You stay the founder until this member accepts.
        </p>
        {problem}
        <Button busy={change.busy} onClick={() => void offer(null)}>
          Take the offer back
        </Button>
      </>
    );
  if (member === undefined)
    return <p>A World is handed over to a member. There is no other member yet.</p>;
  return (
    <Form onSubmit={() => offer(member.account_id)}>
      <p>
        The member who accepts becomes the founder, and you stay as a contributor. Until then
        nothing changes.
      </p>
      <Select
        label="Member"
        options={others.map((one) => [one.account_id, nameOfMember(one)])}
        value={member.account_id}
        onChange={setChosen}
      />
      {problem}
      <Button submit busy={change.busy}>
        Offer the World
      </Button>
    </Form>
  );
}

/** The part of the screen of a World (public identity) on which its founder offers to make a member the new founder. */
export function HandOver({ world }: { readonly world: MemberWorld }) {
  const { data } = useQuery(membersQuery(world.word));
  const others = (data?.members ?? []).filter(({ role }) => role !== 'founder');
  return (
    <section aria-labelledby="hand-over">
      <h2 id="hand-over">Hand over</h2>
      <FounderHandoverForm world={world} others={others} />
    </section>
  );
}

/** Shows a member the offer to become the founder of a World (public identity), with buttons that accept and decline it. */
export function OfferedToYou({ world: { word } }: { readonly world: MemberWorld }) {
  const refresh = useRefreshWorld(word);
  const answer = useAction();
  const respond = (accept: boolean) => (): void =>
    answer.run(async () => {
      await answerOffer(word, accept);
      await refresh();
      showToast(accept ? `You are the founder of ${word}` : 'The offer is declined');
    });
  return (
    <section className="card" aria-labelledby="offer">
      <h2 id="offer">This World is offered to you</h2>
      <p>
        As its founder you invite and remove members, write its dashboard, and take websites off it.
        The founder of today stays as a contributor.
      </p>
      <Problem refusal={answer.refusal} />
      <div className="row">
        <Button look="primary" busy={answer.busy} onClick={respond(true)}>
          Accept
        </Button>
        <Button busy={answer.busy} onClick={respond(false)}>
          Decline
        </Button>
      </div>
    </section>
  );
}
