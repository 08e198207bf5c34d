#!/bin/sh
# Makes and upgrades the two databases of Temporal. It may run again: what is there is left alone. The password is in SQL_PASSWORD.
set -eu

tool() {
  name="$1"
  shift
  temporal-sql-tool --plugin postgres12 --ep "$SQL_HOST" -p "$SQL_PORT" -u "$SQL_USER" --db "$name" "$@"
}

for kind in temporal visibility; do
  name=temporal
  [ "$kind" = temporal ] || name=temporal_visibility
  # Both are refused where they were done before; what else is wrong, the last one says.
  tool "$name" create || true
  tool "$name" setup-schema -v 0.0 || true
  tool "$name" update-schema -d "/etc/temporal/schema/postgresql/v12/$kind/versioned"
done
