import type { Schemas } from '../../api/api.ts';
import { textChoices } from '../../format/choices.ts';

export type Role = Schemas['Key']['role'];

const ROLES: Record<Role, string> = {
  agent: 'agent: the page of one agent, with its calls, and nothing else',
  read: 'read: sees everything, changes nothing',
  operate: 'operate: also dials, changes campaigns and downloads reports',
  admin: 'admin: also users, keys, webhook endpoints, erasures and the carrier account',
};
export const ROLE_CHOICES = textChoices(ROLES);
