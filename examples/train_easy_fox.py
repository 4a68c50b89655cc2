"""Teach a network to bring companies ashore: masked PPO on Easy Fox, in minutes on two cores.

    pip install beachhead[train]
    python examples/train_easy_fox.py --steps 80000 --out trained

It plays fresh games while it learns (the learning curve) and `--games` at the end, against random
play on the same deals, and writes `figures.json`, `curve.svg` and the network to the folder.
Compared are the share of games without catastrophic loss and the last turn that is reached, both
with 95 % intervals. docs/research.md shows what came of it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv
from torch import nn

from beachhead import env
from beachhead.bots.intervals import Interval, mean, share
from beachhead.env.encoding import OPTION_COLUMNS

GAME, SCENARIO = "omaha", "easy-fox"
PIECE, SPACE = OPTION_COLUMNS.index("piece"), OPTION_COLUMNS.index("space")
NUMBERS = slice(PIECE, SPACE + 2)
"""The columns of an option that number pieces and spaces: they are looked up, not learned."""
FIRST_OF_TRAINING, FIRST_OF_MEASURING = 1_000_000, 2_000_000
HIDDEN = 64
ACTIONS = 32
"""Easy Fox has seldom more than twenty options; further ones are on a second page."""
AT_ONCE = 8
"""So many games are played side by side, so that the network weighs eight positions at a time."""
COLORS = {"network": "#1f5f8b", "random": "#8a8a8a"}


class Ashore(gymnasium.Wrapper[Any, Any, Any, Any]):
    """What the network is shown and paid.

    Each option comes with what is known of the piece and of the space that it touches. Every turn
    that is reached counts a sixteenth, and every company lost costs an eighth of a point, for the
    eighth is the catastrophe.
    """

    def __init__(self) -> None:
        playing = env.gym(GAME, SCENARIO, actions=ACTIONS)
        super().__init__(playing)
        self.playing = playing
        encoder = playing.encoder
        self.ground = encoder.ground
        self.lost = encoder.scalar_names.index("losses 1")
        self.turn = encoder.scalar_names.index("turn")
        wide = (
            len(OPTION_COLUMNS)
            - (NUMBERS.stop - NUMBERS.start)
            + len(encoder.piece_columns)
            + len(encoder.plane_names)
            + len(encoder.ground_names)
        )
        far = float(1000)
        self.observation_space = spaces.Dict(
            {
                "table": spaces.Box(-far, far, (len(encoder.scalar_names),), np.float32),
                "options": spaces.Box(-far, far, (playing.session.actions, wide), np.float32),
                "mask": spaces.Box(0, 1, (playing.session.actions,), np.float32),
            }
        )
        self.stood = (0.0, 0.0)

    def reset(self, **wanted: Any) -> tuple[Any, dict[str, Any]]:
        seen, info = self.env.reset(**wanted)
        self.stood = self._standing(seen)
        return self._shown(seen), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, _, over, cut, info = self.env.step(action)
        before, self.stood = self.stood, self._standing(seen)
        paid = (self.stood[0] - before[0]) / 16 - (self.stood[1] - before[1]) / 8
        return self._shown(seen), float(paid), over, cut, info

    def action_masks(self) -> np.ndarray:
        return self.playing.action_masks()

    def _standing(self, seen: dict[str, np.ndarray]) -> tuple[float, float]:
        """The turn, and the companies lost."""
        return seen["scalars"][self.turn] * 32, seen["scalars"][self.lost] * 10

    def _shown(self, seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        rows = seen["options"]
        piece = rows[:, PIECE].astype(int)
        of_piece = np.where(piece[:, None] > 0, seen["pieces"][piece - 1], 0)
        space = rows[:, SPACE].astype(int)
        space = np.where(space > 0, space, of_piece[:, 1].astype(int))
        there = space[:, None] > 0
        options = [
            np.delete(rows, NUMBERS, axis=1),
            of_piece * (np.arange(of_piece.shape[1]) != 1),
            np.where(there, seen["planes"][:, space - 1].T, 0),
            np.where(there, self.ground[:, space - 1].T, 0),
        ]
        return {
            "table": seen["scalars"],
            "options": np.concatenate(options, axis=1).astype(np.float32),
            "mask": seen["action_mask"].astype(np.float32),
        }


class Weighing(BaseFeaturesExtractor):
    """The table is summed up once; each option is weighed in its light, all by the same net."""

    def __init__(self, observation_space: spaces.Dict) -> None:
        actions, wide = observation_space["options"].shape
        super().__init__(observation_space, actions + 2 * HIDDEN)
        (numbers,) = observation_space["table"].shape
        self.table = nn.Sequential(nn.Linear(numbers, HIDDEN), nn.Tanh())
        self.light = nn.Linear(HIDDEN, HIDDEN)
        self.option = nn.Linear(wide, HIDDEN)
        self.deeper = nn.Sequential(nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh())
        self.score = nn.Linear(HIDDEN, 1)

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        table = self.table(seen["table"])
        weighed = self.deeper(self.option(seen["options"]) + self.light(table).unsqueeze(1))
        mask = seen["mask"].unsqueeze(2)
        together = (weighed * mask).sum(1) / mask.sum(1).clamp(min=1)
        return torch.cat([self.score(weighed).squeeze(2), table, together], dim=1)


class Scores(nn.Module):
    """The part of the features that are scores of the actions, or the rest."""

    def __init__(self, first: int | None, last: int | None) -> None:
        super().__init__()
        self.part = slice(first, last)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return features[:, self.part]


class OptionPolicy(MaskableMultiInputActorCriticPolicy):
    """An action is chosen by the score of its option, whatever its number."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        actions = int(self.action_space.n)
        self.action_net = Scores(None, actions)
        self.value_net = nn.Sequential(
            Scores(actions, None), nn.Linear(2 * HIDDEN, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1)
        )
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )


# --- measuring


def played(model: MaskablePPO | None, games: int, first: int) -> dict[str, Any]:
    """Games of a network, or at random, on deals that nothing was learned from."""
    playing, rng = Ashore(), Random(first)
    turns, spared = [], 0
    for seed in range(first, first + games):
        seen, info = playing.reset(seed=seed)
        over = False
        while not over:
            mask = playing.action_masks()
            if model is None:
                action = rng.choice(np.flatnonzero(mask))
            else:
                action, _ = model.predict(seen, action_masks=mask, deterministic=True)
            seen, _, over, _, info = playing.step(int(action))
        turns.append(float(playing.playing.state.position.turn))
        spared += "infantry lost" not in info["score"]
    return {"last turn": mean(turns), "spared": share(spared, games)}


def told(who: str, found: dict[str, Interval]) -> str:
    spared, turn = found["spared"].times(100), found["last turn"]
    return (
        f"{who}: {spared.value:.0f} % without catastrophic loss ({spared.low:.0f} to "
        f"{spared.high:.0f}), last turn {turn.value:.1f} ({turn.low:.1f} to {turn.high:.1f})"
    )


def curve(points: list[dict[str, Any]], random: dict[str, Interval]) -> str:
    """The learning curve: the mean last turn by decisions learned from, with its interval."""
    wide, high, left, top, bottom = 720, 400, 60, 30, 50
    last = max(point["steps"] for point in points) or 1
    values = [each for point in points for each in point["last turn"]] + list(random["last turn"])
    least, most = min(values) - 0.5, max(values) + 0.5

    def x(steps: float) -> float:
        return round(left + (wide - left - 20) * steps / last, 1)

    def y(turn: float) -> float:
        return round(top + (high - top - bottom) * (most - turn) / (most - least), 1)

    def band(color: str, pairs: list[tuple[float, Interval]]) -> str:
        upper = [f"{x(at)},{y(each[2])}" for at, each in pairs]
        lower = [f"{x(at)},{y(each[1])}" for at, each in reversed(pairs)]
        middle = " ".join(f"{x(at)},{y(each[0])}" for at, each in pairs)
        return (
            f'<polygon points="{" ".join(upper + lower)}" fill="{color}" fill-opacity="0.18"/>'
            f'<polyline points="{middle}" fill="none" stroke="{color}" stroke-width="2"/>'
        )

    learned = [(point["steps"], point["last turn"]) for point in points]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
        band(COLORS["random"], [(0, random["last turn"]), (last, random["last turn"])]),
        band(COLORS["network"], learned),
    ]
    for turn in range(int(least) + 1, int(most) + 1):
        lines.append(f'<text x="{left - 10}" y="{y(turn) + 4}" text-anchor="end">{turn}</text>')
        lines.append(f'<path d="M{left} {y(turn)}H{wide - 20}" stroke="#ddd" stroke-width="0.6"/>')
    for part in range(5):
        at = last * part // 4
        lines.append(
            f'<text x="{x(at)}" y="{high - bottom + 20}" text-anchor="middle">{at:,}</text>'
        )
    lines += [
        f'<text x="{wide / 2}" y="{high - 10}" text-anchor="middle">decisions learned from</text>',
        f'<text x="{left}" y="18">Easy Fox: last turn reached, mean and 95 %</text>',
        f'<text x="{wide - 24}" y="{y(random["last turn"][0]) - 6}" text-anchor="end" '
        f'fill="{COLORS["random"]}">random</text>',
        f'<text x="{wide - 24}" y="{y(learned[-1][1][0]) - 8}" text-anchor="end" '
        f'fill="{COLORS["network"]}">network</text>',
        "</svg>\n",
    ]
    return "\n".join(lines)


# --- learning


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=80_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=200, help="fresh games at the end")
    parser.add_argument("--looks", type=int, default=5, help="points on the learning curve")
    parser.add_argument(
        "--workers", type=int, default=2, help="processes that play; 1: the learner itself"
    )
    parser.add_argument("--seed", type=int, default=1, help="of network and training deals")
    parser.add_argument("--out", type=Path, default=Path("trained"), help="the folder to write to")
    given = parser.parse_args()
    if min(given.steps, given.games, given.looks, given.workers) < 1:
        parser.error("--steps, --games, --looks and --workers must be at least 1")
    given.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    begun, cpu = time.monotonic(), time.process_time()
    alone = given.workers == 1
    workers = DummyVecEnv([Ashore] * AT_ONCE) if alone else SubprocVecEnv([Ashore] * given.workers)
    workers.seed(FIRST_OF_TRAINING + given.seed)
    model = MaskablePPO(
        OptionPolicy,
        workers,
        policy_kwargs={"features_extractor_class": Weighing, "net_arch": []},
        n_steps=2048 // workers.num_envs,
        batch_size=256,
        n_epochs=3,
        learning_rate=6e-4,
        gamma=0.999,
        gae_lambda=0.97,
        ent_coef=0.01,
        seed=given.seed,
        device="cpu",
    )
    glance = max(given.games // 4, 2)
    points: list[dict[str, Any]] = [
        {"steps": 0, **played(model, glance, FIRST_OF_MEASURING + 100_000)}
    ]
    for look in range(given.looks):
        model.learn(given.steps // given.looks, reset_num_timesteps=False)
        first = FIRST_OF_MEASURING + 100_000 * (look + 2)
        points.append({"steps": model.num_timesteps, **played(model, glance, first)})
        minutes = (time.monotonic() - begun) / 60
        print(f"{minutes:5.1f} min {model.num_timesteps:8} {told('network', points[-1])}")
        sys.stdout.flush()
    workers.close()
    minutes = (time.monotonic() - begun) / 60
    found = {
        "random": played(None, given.games, FIRST_OF_MEASURING),
        "network": played(model, given.games, FIRST_OF_MEASURING),
    }
    for who, figures in found.items():
        print(told(who, figures))
    model.save(given.out / "network.zip")
    (given.out / "curve.svg").write_text(curve(points, found["random"]), encoding="utf-8")
    figures = {
        "command": " ".join(["python", *sys.argv]),
        "minutes": round(minutes, 1),
        "processor minutes of the learner": round((time.process_time() - cpu) / 60, 1),
        "games": given.games,
        **found,
        "curve": points,
    }
    (given.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
