-- Where a contact is by its address and its number, and what each of them says: JSON (src/domain/areas). Null: its zones were
-- named, or nothing says where it is, or it was added before areas were known.
ALTER TABLE contacts ADD COLUMN area text COLLATE "C";
