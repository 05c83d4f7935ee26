import type { DatabaseSync } from 'node:sqlite';
import { BEFORE_0021 } from './before-0021.ts';

/** Gives the tables the columns back that held sentences, as before step 0017. */
export function beforeReasonCodes(db: DatabaseSync): void {
  for (const table of ['link', 'site'])
    db.exec(
      `alter table ${table} rename column reason_detail to reason; alter table ${table} drop column reason_code`,
    );
  db.exec(
    'alter table page rename column render_detail to render_reason; alter table page drop column render_code',
  );
  db.exec('alter table run rename column status_detail to status_reason');
  for (const column of ['lease_owner', 'lease_until', 'lease_fence'])
    db.exec(`alter table link drop column ${column}`);
  db.exec('drop table record_occurrence');
  for (const step of BEFORE_0021) db.exec(step);
  db.exec("delete from kysely_migration where name >= '0017'");
}
