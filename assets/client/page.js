// The first page: the list of tables, or the form to join. It needs few modules; those of the
// table load meanwhile.

import { start } from "./lobby.js";

start(import("./seat.js"));
