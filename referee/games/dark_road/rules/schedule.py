"""When night dice leave the game, and how many wait in the reserve. REST-12, REST-15, EX-11"""

from __future__ import annotations

NIGHT_DICE = 7  # SETUP-36

# Night dice that have left the game by the start of each round, and the size of the reserve then.
REMOVED = {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1, 7: 1, 8: 2, 9: 2, 10: 3, 11: 4, 12: 4, 13: 4}
RESERVE = {1: 4, 2: 3, 3: 2, 4: 1, 5: 3, 6: 2, 7: 1, 8: 2, 9: 1, 10: 1, 11: 0, 12: 0, 13: 0}
