/** One contact in the list of a campaign. */
import { useMemo } from 'preact/hooks';
import type { Schemas } from '../../../api/api.ts';
import { Badge, DispositionBadge } from '../../../components/resources/badge.tsx';
import { Time } from '../../../components/time.tsx';
import { CONTACT_REASONS, CONTACT_STATES } from '../../../format/contact-words.ts';
import { counted } from '../../../format/numbers.ts';
import { setQuery } from '../../../router.ts';
import { isolated } from '../../../format/names.ts';
import { NumberLink } from '../../../components/resources/links.tsx';
import { areaText } from '../../../components/resources/area-text.ts';

type Contact = Schemas['Contact'];

/** Drawn again only if the contact has changed: the list is drawn with each movement. */
export function ContactRow({ contact, zone }: { contact: Contact; zone: string }) {
  return useMemo(() => <Row contact={contact} zone={zone} />, [contact, zone]);
}

function Row({ contact, zone }: { contact: Contact; zone: string }) {
  const {
    position,
    number,
    name,
    row_key: rowKey,
    state,
    disposition,
    calls,
    number_label: label,
  } = contact;
  return (
    <>
      <div class="contact">
        <p>
          <span class="quiet digits">{position}</span> <NumberLink number={number} />{' '}
          {label && <span class="quiet">{isolated(label)} </span>}
          {name && isolated(name)}
          {contact.company && <span class="quiet"> {isolated(contact.company)}</span>}
          {rowKey && <span class="quiet"> {rowKey}</span>}
        </p>
        <p>
          <Badge {...CONTACT_STATES[state]} />{' '}
          {disposition && <DispositionBadge disposition={disposition} />}{' '}
          <span class="quiet">
            <DueText contact={contact} zone={zone} /> {counted(calls, 'call')}
            {contact.area && ` · ${areaText(contact.area, 'area')}`}
          </span>
        </p>
      </div>
      <button
        type="button"
        class="quiet-button"
        aria-label={`Why is contact ${position} dialled or not?`}
        onClick={() => setQuery({ why: String(position) })}
      >
        Why
      </button>
    </>
  );
}

function DueText({ contact, zone }: { contact: Contact; zone: string }) {
  const { state, due_at: dueAt, due_reason: reason, zones } = contact;
  const text = reason && (CONTACT_REASONS[reason]?.text ?? reason);
  if (state !== 'due') return text ? <>{text} · </> : null;
  return (
    <>
      {text ? `${text}, due ` : 'Due '}
      <Time at={dueAt} zone={zones?.[0] ?? zone} /> ·
    </>
  );
}
