/** What happens when the carrier refuses the account, by status and code of the refusal. */
import { api, type Schemas } from '../../api/api.ts';
import { Action } from '../../components/forms/action.tsx';
import { DialogButton } from '../../components/forms/form.tsx';
import { Section } from '../../components/page.tsx';
import { Table, type Column } from '../../components/lists/table.tsx';
import { describeRule, refusalsText, withoutRule, type HoldRule } from './hold-rule-form.ts';
import { HoldRuleForm } from './hold-rule-fields.tsx';

interface Row {
  rule: HoldRule;
  /** Of the account; else the default of its status. */
  own: boolean;
}

const columnsOf = (statuses: readonly HoldRule[]): readonly Column<Row>[] => [
  { name: 'Refusal', cell: ({ rule }) => refusalsText(rule) },
  { name: 'What happens', cell: ({ rule }) => describeRule(rule) },
  { name: 'Rule', cell: ({ own }) => (own ? 'of the account' : 'default') },
  { name: 'Actions', cell: (row) => <RuleActions row={row} statuses={statuses} /> },
];

export function HoldRules({ account }: { account: Schemas['Account'] }) {
  const { hold_rules: own, usual_hold_rules: usual } = account;
  const covered = (status: number) =>
    own.some((rule) => rule.status === status && rule.code === null);
  const rows: Row[] = [
    ...own.map((rule) => ({ rule, own: true })),
    ...usual.filter(({ status }) => !covered(status)).map((rule) => ({ rule, own: false })),
  ];
  return (
    <Section
      title="After a refusal of the account"
      aside={
        usual[0] && (
          <DialogButton label="Add a rule">
            <HoldRuleForm first={usual[0]} statuses={usual} />
          </DialogButton>
        )
      }
    >
      <p class="quiet">
        A refusal with 402, 403 or 409 concerns the whole account. It opens a hold: nothing is
        dialled until a probe succeeds or a person lifts it.
      </p>
      <Table
        caption="Rules for refusals"
        columns={columnsOf(usual)}
        rows={rows}
        keyOf={({ rule, own }) => `${own} ${refusalsText(rule)}`}
      />
    </Section>
  );
}

function RuleActions({ row, statuses }: { row: Row; statuses: readonly HoldRule[] }) {
  const { rule, own } = row;
  const remove = () =>
    api.edit('/v1/account', {}, ({ hold_rules: rules }) => ({
      hold_rules: withoutRule(rules, rule),
    }));
  return (
    <div class="actions">
      <DialogButton label={own ? 'Edit' : 'Change'} title={`After ${refusalsText(rule)}`} quiet>
        <HoldRuleForm first={rule} replaced={own ? rule : undefined} statuses={statuses} />
      </DialogButton>
      {own && (
        <Action
          label="Remove"
          quiet
          run={remove}
          happened={`The rule for ${refusalsText(rule)} is removed.`}
          before={`The next refusal ${refusalsText(rule)} goes by the rule of its status, or by the default. A hold that is open keeps its rule.`}
        />
      )}
    </div>
  );
}
